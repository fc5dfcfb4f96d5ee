// The seam: every byte that is read from or written to a volume passes this protocol.

/// The root folder of a volume, and all that fox-sync may do there.
///
/// The operations are as small as the kernel's, since the order in which they happen is what makes
/// a replacement safe on vfat. Names are single names in the root: there is no way to say a path.
/// A wrapper that fails the n-th operation is how the tests prove that every order is safe.
package protocol VolumeIO: Sendable {
    /// Lists the root, without following or opening anything.
    ///
    /// - Parameter limit: The most entries to accept.
    /// - Returns: All entries but `.` and `..`, in the order of the directory.
    /// - Throws: `VolumeError`; `tooManyEntries` beyond the limit.
    func list(limit: Int) throws(VolumeError) -> [VolumeEntry]

    /// Says what a name is, without opening it.
    ///
    /// - Parameter name: A name in the root.
    /// - Returns: The entry, or nil when the volume has no such name.
    /// - Throws: `VolumeError`.
    func entry(_ name: String) throws(VolumeError) -> VolumeEntry?

    /// Opens a regular file; anything else is refused before it is opened.
    ///
    /// - Parameters:
    ///   - name: A name in the root.
    ///   - purpose: What the handle is for.
    /// - Returns: A handle that must be closed.
    /// - Throws: `VolumeError`; `notRegular` for a folder, link, FIFO or device.
    func open(_ name: String, for purpose: OpenPurpose) throws(VolumeError) -> VolumeHandle

    /// Reads through the page cache.
    ///
    /// - Parameters:
    ///   - handle: An open file.
    ///   - offset: Where, in bytes.
    ///   - count: The most bytes to read.
    /// - Returns: The bytes; fewer than asked for only at the end of the file.
    /// - Throws: `VolumeError`.
    func read(
        _ handle: VolumeHandle, at offset: Int, count: Int
    ) throws(VolumeError) -> [UInt8]

    /// Says what will be read soon, so that the medium need not wait for who reads it.
    ///
    /// A hint: what goes wrong shows when it is read. C: `posix_fadvise`
    ///
    /// - Parameters:
    ///   - name: A name in the root.
    ///   - count: How many bytes, from its beginning.
    func prefetch(_ name: String, count: Int)

    /// Writes all of the bytes.
    ///
    /// - Parameters:
    ///   - handle: A file opened for `update` or `create`.
    ///   - bytes: What to write.
    ///   - offset: Where, in bytes.
    /// - Throws: `VolumeError`; part of the bytes may have been written.
    func write(
        _ handle: VolumeHandle, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(VolumeError)

    /// Brings a file's data to the medium, without its directory entry. C: `sync_file_range`
    ///
    /// - Parameter handle: An open file.
    /// - Throws: `VolumeError`.
    func syncData(_ handle: VolumeHandle) throws(VolumeError)

    /// Brings a file's data and entry to the medium. C: `fsync`
    ///
    /// - Parameter handle: An open file.
    /// - Throws: `VolumeError`, once: a second call may succeed although nothing was written.
    func sync(_ handle: VolumeHandle) throws(VolumeError)

    /// Closes a handle, which is gone whatever this throws.
    ///
    /// - Parameter handle: An open file.
    /// - Throws: `VolumeError`, for example of a write that failed late.
    func close(_ handle: VolumeHandle) throws(VolumeError)

    /// Reads a file from the medium, past the page cache where that is possible.
    ///
    /// - Parameters:
    ///   - name: A name in the root.
    ///   - limit: The most bytes to accept.
    /// - Returns: The bytes, and by which method they were read.
    /// - Throws: `VolumeError`; `tooLarge` beyond the limit.
    func readMedium(_ name: String, limit: Int) throws(VolumeError) -> MediumRead

    /// Reads blocks of the medium itself, below the filesystem and past every cache.
    ///
    /// What another computer would see there: boot sector, tables, root folder, clusters. Dirty blocks
    /// are written first, as for each read with `O_DIRECT`; a file's own are not, before it is synced.
    ///
    /// - Parameters:
    ///   - offset: Where, in bytes of the medium.
    ///   - count: How many bytes.
    ///   - name: The file that they belong to, for errors; nil for the tables.
    /// - Returns: The bytes, or why there are none.
    /// - Throws: `VolumeError`.
    func readBlocks(at offset: Int, count: Int, of name: String?) throws(VolumeError)
        -> MediumBlocks

    /// Gives a file another name, replacing a file that has it. C: `renameat`
    ///
    /// - Parameters:
    ///   - name: The present name.
    ///   - newName: The name it shall have.
    /// - Throws: `VolumeError`.
    func rename(_ name: String, to newName: String) throws(VolumeError)

    /// Removes a file's name. C: `unlinkat`
    ///
    /// - Parameter name: A name in the root.
    /// - Throws: `VolumeError`.
    func remove(_ name: String) throws(VolumeError)

    /// Brings the root folder (on vfat: the FAT) to the medium. C: `fsync` of the directory
    ///
    /// - Throws: `VolumeError`.
    func syncRoot() throws(VolumeError)

    /// Brings all of the filesystem to the medium. C: `syncfs`
    ///
    /// - Throws: `VolumeError`.
    func syncAll() throws(VolumeError)

    /// Free space, and whether the volume can be written at all. C: `fstatvfs`
    ///
    /// - Returns: The figures as of now.
    /// - Throws: `VolumeError`; the first call to notice a pulled plug.
    func space() throws(VolumeError) -> VolumeSpace

    /// Tries to become the volume's only writer. C: `flock` on the root
    ///
    /// - Returns: False when somebody else is.
    /// - Throws: `VolumeError`.
    func lock() throws(VolumeError) -> Bool

    /// Who has the volume locked, in words such as `fox-sync (process 1234)`.
    ///
    /// - Returns: Nil where it cannot be known.
    func lockHolder() -> String?
}

extension VolumeIO {
    /// Nobody's name is known.
    package func lockHolder() -> String? { nil }

    /// Nothing is faster for being asked early.
    package func prefetch(_ name: String, count: Int) {}
}

/// What a file on a volume is opened for.
package enum OpenPurpose: Sendable {
    /// Reading; access times stay as they are where the system allows that.
    case reading
    /// Writing in place, neither created nor cut.
    case update
    /// A new file; it is an error when the name exists.
    case create
}

/// An open file of a `VolumeIO`, valid for the volume that gave it.
package struct VolumeHandle: Hashable, Sendable {
    /// The volume's own number for it.
    package let number: Int32

    /// Wraps the volume's own number.
    package init(number: Int32) { self.number = number }
}
