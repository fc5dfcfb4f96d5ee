// The rules for a device that nobody has mounted.

extension CandidateRules {
    /// Says whether an unmounted device is looked into, by the same rules as a mounted one.
    ///
    /// - Parameter device: A device that udev has finished with.
    /// - Returns: The verdict with the rule that decided.
    package func verdict(on device: BlockDevice) -> VolumeVerdict {
        let type = device.fileSystem ?? "none"
        guard fileSystems.contains(type) else {
            return VolumeVerdict(
                isCandidate: false, rule: .fileSystem, reason: "its filesystem is \(type)")
        }
        if requireRemovableOrUSB, !device.isRemovable, !device.isOnUSB {
            return VolumeVerdict(
                isCandidate: false, rule: .removableOrUSB,
                reason: "\(device.name) is neither removable nor on USB")
        }
        return VolumeVerdict(
            isCandidate: true, rule: .candidate, reason: "it is \(type), and nobody has mounted it")
    }
}
