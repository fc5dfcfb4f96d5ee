// The stable codes of the checks. docs/checks.md explains each; a test compares the two.

/// What a check can find.
///
/// The raw values are stable: scripts may rely on them.
package enum CheckCode: String, Sendable, CaseIterable {
    // The file as a whole.
    case settingsTooLarge = "settings-too-large"
    case notRecognised = "not-recognised"
    // Lines that are not read as they look.
    case byteOrderMark = "byte-order-mark"
    case hiddenLine = "hidden-line"
    case joinedLines = "joined-lines"
    case spacesAroundEquals = "spaces-around-equals"
    case unfinishedLine = "unfinished-line"
    case nulByte = "nul-byte"
    case noEquals = "no-equals"
    case duplicateKey = "duplicate-key"
    case otherFirmwareKey = "other-firmware-key"
    case unknownKey = "unknown-key"
    // Values that are not read as they look.
    case carriageReturn = "carriage-return"
    case decimalComma = "decimal-comma"
    case valueUnreadable = "value-unreadable"
    case valueMisread = "value-misread"
    case numberCut = "number-cut"
    case outOfRange = "out-of-range"
    case tooManyDecimals = "too-many-decimals"
    case farnsworthIgnored = "farnsworth-ignored"
    case attenuationReversed = "attenuation-reversed"
    case toneAboveManual = "tone-above-manual"
    case defaultFrequency = "default-frequency"
    // On and off the air.
    case noCallsign = "no-callsign"
    case dutyZero = "duty-zero"
    case modesOff = "modes-off"
    case outOfBand = "out-of-band"
    case callsignTooLong = "callsign-too-long"
    case callsignSilent = "callsign-silent"
    case callsignShape = "callsign-shape"
    case noID = "no-id"
    case idTooRare = "id-too-rare"
    case idTooLong = "id-too-long"
    case sstvDuty = "sstv-duty"
    case channelCollision = "channel-collision"
    case sameIDElsewhere = "same-id-elsewhere"
    // Files.
    case conflictCopy = "conflict-copy"
    case mergeMarkers = "merge-markers"
    case fileName = "file-name"
    case duplicateName = "duplicate-name"
    case notAFile = "not-a-file"
    case fileTooLarge = "file-too-large"
    case wavSkipped = "wav-skipped"
    case wavNoise = "wav-noise"
    case wavSpeed = "wav-speed"
    case wavShort = "wav-short"
    case wavEmpty = "wav-empty"
    case wavSilent = "wav-silent"
    case wavOverdeviates = "wav-overdeviates"
    case audioGap = "audio-gap"
    case audioMissing = "audio-missing"
    case pictureMissing = "picture-missing"
    case pictureSize = "picture-size"

    /// The severities that the code can have, the gravest first.
    package var severities: [Finding.Severity] {
        switch self {
        case .noEquals, .duplicateKey, .otherFirmwareKey, .unknownKey,
            .farnsworthIgnored, .attenuationReversed, .toneAboveManual, .defaultFrequency,
            .callsignShape, .idTooRare, .idTooLong, .sstvDuty, .channelCollision, .wavEmpty,
            .wavSilent, .wavOverdeviates, .audioGap, .audioMissing:
            [.warning]
        case .byteOrderMark, .hiddenLine, .spacesAroundEquals, .unfinishedLine, .nulByte, .noID,
            .tooManyDecimals, .pictureMissing:
            [.error, .warning]
        case .sameIDElsewhere:
            [.note]
        default:
            [.error]
        }
    }
}
