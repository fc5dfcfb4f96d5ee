// What became of a fox when a change of its draft was taken back: for whoever tells it.

/// What an undo came to for a device that a change had given another draft.
package struct ReturnedDevice: Equatable, Sendable {
    /// The device's identity.
    package let device: String
    /// The draft that it had before the change, nil for none.
    package let draft: String?
    /// Whether it has that again; otherwise somebody gave it another one since, or none.
    package let isBack: Bool
    /// The draft that it has now, where it keeps it.
    package let kept: String?
}
