// What a fox has to send, by its lengths: the timeline needs no samples and no files.

/// The audio, pictures and texts that are there for a fox to send.
package struct AirMaterial: Sendable, Hashable {
    /// The audio files, in any order; lengths as the firmware plays them.
    package var audio: [AudioClip]
    /// The names of the pictures (pacificon).
    package var pictures: [String]
    /// The lines of songs.txt (pacificon).
    package var songs: [[UInt8]]
    /// The lines of morse.txt (pacificon).
    package var morseMessages: [[UInt8]]
    /// The lines of messages.txt (pacificon, APRS).
    package var packets: [[UInt8]]

    /// - Parameters:
    ///   - audio: The audio files.
    ///   - pictures: The names of the pictures.
    ///   - songs: The lines of songs.txt.
    ///   - morseMessages: The lines of morse.txt.
    ///   - packets: The lines of messages.txt.
    package init(
        audio: [AudioClip] = [], pictures: [String] = [], songs: [[UInt8]] = [],
        morseMessages: [[UInt8]] = [], packets: [[UInt8]] = []
    ) {
        self.audio = audio
        self.pictures = pictures
        self.songs = songs
        self.morseMessages = morseMessages
        self.packets = packets
    }

    /// Takes what a firmware sends from files.
    ///
    /// - Parameters:
    ///   - files: The files; those that the firmware does not play do not matter.
    ///   - firmware: Who sends them.
    package init(_ files: [StagedFile], for firmware: Firmware) {
        self.init()
        for file in files {
            switch (firmware.role(of: file.name), file.content) {
            case (.audio, .wav(let wav)): audio.append(AudioClip.of(file.name, wav, for: firmware))
            case (.picture, _): pictures.append(file.name)
            case (.text, .text(let lines)):
                switch file.name.lowercased() {
                case "songs.txt": songs = lines
                case "morse.txt": morseMessages = lines
                default: packets = lines
                }
            default: break
            }
        }
    }
}
