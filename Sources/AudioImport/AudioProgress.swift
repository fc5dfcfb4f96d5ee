// How far an import has come.

/// A step of an import, for a progress line.
package enum AudioProgress: Sendable, Equatable {
    /// So many frames are decoded and resampled, of so many where that is known.
    case converted(frames: Int, of: Int?)
    /// All of it is decoded; its level and ends are looked for.
    case measuring
    /// The samples are made.
    case levelling
}
