// Which draft a device gets: a pure decision.

/// Chooses the draft for a device.
package enum DraftChooser {
    /// A choice and how it came about.
    package enum Choice: Equatable, Sendable {
        /// This draft. `byHand`: a person named it for this device.
        case draft(String, byHand: Bool, assigned: Bool)
        /// None, for this reason.
        case none(String)
    }

    /// Chooses.
    ///
    /// - Parameters:
    ///   - wanted: The draft that the command names, or nil.
    ///   - device: The device's identity.
    ///   - devices: All known devices with their assignments.
    ///   - drafts: The names of all drafts.
    /// - Returns: The draft, or why there is none.
    package static func choose(
        wanted: String?, device: String, devices: [DeviceRecord], drafts: [String]
    ) -> Choice {
        let own = devices.first { $0.id == device }?.assignment
        if let wanted {
            return .draft(wanted, byHand: true, assigned: own?.draft == wanted)
        }
        if let own { return .draft(own.draft, byHand: own.byHand, assigned: true) }
        let free = free(devices: devices, drafts: drafts)
        switch free.count {
        case 1: return .draft(free[0], byHand: false, assigned: false)
        case 0 where drafts.isEmpty: return .none("there is no draft yet")
        case 0: return .none("every draft is assigned to another device")
        default:
            return .none(
                "\(free.count) drafts are assigned to no device ("
                    + free.prefix(5).joined(separator: ", ") + (free.count > 5 ? ", …" : "")
                    + "), and this device has none")
        }
    }

    /// The drafts that no device has: a new fox gets the only one.
    ///
    /// - Parameters:
    ///   - devices: All known devices with their assignments.
    ///   - drafts: The names of all drafts.
    /// - Returns: Their names, in the order of all drafts.
    package static func free(devices: [DeviceRecord], drafts: [String]) -> [String] {
        let taken = Set(devices.compactMap { $0.assignment?.draft })
        return drafts.filter { !taken.contains($0) }
    }
}
