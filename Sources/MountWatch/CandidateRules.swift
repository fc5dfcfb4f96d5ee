// Which volumes are looked into at all: everything else on the machine is nobody's business here.

/// The configured rules; the first one that speaks against a volume decides.
///
/// They decide only whether a volume's root is read. Whether it is a fox is told by its content.
package struct CandidateRules: Sendable, Hashable, Codable {
    /// The filesystem types to look at.
    package var fileSystems: Set<String>
    /// Look only at devices that are removable or on USB.
    package var requireRemovableOrUSB: Bool
    /// More filesystem types, for demonstrations and tests in which a tmpfs stands in.
    package var extraFileSystems: Set<String>
    /// Look at volumes without a block device too, for the same purpose.
    package var allowNoBlockDevice: Bool
    /// A volume without a block device is looked at only below this folder; `nil` for anywhere.
    package var standInFolder: String?

    /// Sets the rules; without arguments, those that fox-sync is shipped with.
    ///
    /// - Parameters:
    ///   - fileSystems: The filesystem types to look at.
    ///   - requireRemovableOrUSB: Look only at devices that are removable or on USB.
    ///   - extraFileSystems: More types, for stand-ins.
    ///   - allowNoBlockDevice: Look at volumes without a block device.
    ///   - standInFolder: The folder below which those must be, an absolute path.
    package init(
        fileSystems: Set<String> = ["vfat"], requireRemovableOrUSB: Bool = true,
        extraFileSystems: Set<String> = [], allowNoBlockDevice: Bool = false,
        standInFolder: String? = nil
    ) {
        self.fileSystems = fileSystems
        self.requireRemovableOrUSB = requireRemovableOrUSB
        self.extraFileSystems = extraFileSystems
        self.allowNoBlockDevice = allowNoBlockDevice
        self.standInFolder = standInFolder
    }

    /// Decides about one volume.
    ///
    /// - Parameter volume: A volume of a scan.
    /// - Returns: The verdict with the rule that decided.
    package func verdict(on volume: WatchedVolume) -> VolumeVerdict {
        if volume.access == .deviceGone {
            return no(.deviceGone, "its device has gone and the mount is left over: unmount it")
        }
        if volume.access == .deviceNotReady {
            return no(.deviceNotReady, "udev has not finished with its device yet")
        }
        let type = volume.mount.fileSystem
        guard fileSystems.contains(type) || extraFileSystems.contains(type) else {
            return no(.fileSystem, "its filesystem is \(type), not \(typeList)")
        }
        if volume.device == nil, let refusal = refusalWithoutDevice(volume) { return refusal }
        if let device = volume.device, requireRemovableOrUSB, !device.isRemovable, !device.isOnUSB {
            return no(.removableOrUSB, "\(device.name) is neither removable nor on USB")
        }
        if let obstacle = obstacle(volume) { return no(.access, obstacle) }
        guard let device = volume.device else {
            return VolumeVerdict(
                isCandidate: true, rule: .standIn,
                reason: "it has no block device and may stand in for one")
        }
        return VolumeVerdict(
            isCandidate: true, rule: .candidate, reason: "it is \(type) on \(kind(of: device))")
    }

    private func refusalWithoutDevice(_ volume: WatchedVolume) -> VolumeVerdict? {
        guard allowNoBlockDevice else {
            return no(.blockDevice, "there is no block device behind it")
        }
        guard let folder = standInFolder else { return nil }
        if volume.mount.target == folder { return nil }
        let below = folder.hasSuffix("/") ? folder : folder + "/"
        if volume.mount.target.hasPrefix(below) { return nil }
        return no(.blockDevice, "there is no block device behind it, and it is not below \(folder)")
    }

    private func obstacle(_ volume: WatchedVolume) -> String? {
        switch volume.access {
        case .covered: "something else is mounted over it"
        case .partial: "only its folder \(volume.mount.root) is mounted, not its root"
        case .unnameable: "its mount point's name is not UTF-8"
        case .accessible, .deviceGone, .deviceNotReady: nil
        }
    }

    private func kind(of device: BlockDevice) -> String {
        if device.isOnUSB { return "a USB device" }
        return device.isRemovable ? "a removable device" : "a block device"
    }

    private var typeList: String {
        fileSystems.union(extraFileSystems).sorted().joined(separator: " or ")
    }

    private func no(_ rule: VolumeRule, _ reason: String) -> VolumeVerdict {
        VolumeVerdict(isCandidate: false, rule: rule, reason: reason)
    }
}
