// What fox-sync last verified on a device: the common ancestor of the three-way comparison.

/// The files of a device as they were when a run last verified them.
package struct Base: Equatable, Sendable {
    /// The draft that was on the device.
    package let draft: String
    /// The run that verified it.
    package let run: String
    /// When.
    package let at: Timestamp
    /// The files by their exact names.
    package let files: [String: BaseFile]

    /// Puts a base together.
    package init(draft: String, run: String, at: Timestamp, files: [String: BaseFile]) {
        self.draft = draft
        self.run = run
        self.at = at
        self.files = files
    }
}

/// One file of a base.
package struct BaseFile: Equatable, Sendable {
    /// Digest of its bytes on the device.
    package let digest: Digest
    /// Size in bytes.
    package let size: Int
    /// Whether the draft put it there; otherwise it was just there and is not ours to delete.
    package let fromDraft: Bool
    /// For settings.txt: the bytes, since settings are compared by meaning.
    package let settings: [UInt8]?

    /// Describes a file.
    package init(digest: Digest, size: Int, fromDraft: Bool, settings: [UInt8]? = nil) {
        self.digest = digest
        self.size = size
        self.fromDraft = fromDraft
        self.settings = settings
    }

    /// Describes a file as it is on the device, or is to be there.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: Its exact name, however the device spells it.
    ///   - fromDraft: Whether the draft put it there.
    init(_ file: DeviceFile, as name: String, fromDraft: Bool) {
        self.init(
            digest: file.content.digest, size: file.content.size, fromDraft: fromDraft,
            settings: name == "settings.txt" ? file.bytes : nil)
    }
}
