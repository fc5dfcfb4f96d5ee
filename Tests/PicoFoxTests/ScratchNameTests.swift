// Names of swap files, backups and unfinished copies, and names that only look like them.
import PicoFox
import Testing

@Suite("Scratch names")
struct ScratchNameTests {
    @Test(
        "what programs leave while they save is nobody's content",
        arguments: [
            ".settings.txt.swp", ".settings.txt.swo", ".settings.txt.swx", "4913", "5036",
            "settings.txt~",
            "#settings.txt#", ".#settings.txt", "settings.txt.~1~", ".goutputstream-3F2JZ2",
            ".~lock.settings.txt#", "lu12345abc.tmp", ".settings.txt.kate-swp",
            "settings.txt.Qm3zXa",
            "settings.txt.vsctmp", ".audio.wav.Ab12Cd", ".~tmp~", ".syncthing.audio.wav.tmp",
            "~syncthing~audio.wav.tmp", "sedAb12Cd", "tmpx8_3k2ab", "settings.txt.4711.new",
            ".nfs0000000012", "audio.wav.part",
        ])
    func scratch(_ name: String) {
        #expect(ScratchName.matches(name))
        #expect(Firmware.stock.role(of: name) == .hostLitter)
    }

    @Test(
        "content is content",
        arguments: [
            "settings.txt", "audio.wav", "audio10.wav", "notes.txt", "4912", "49130000",
            "sedan.txt",
            "tmp.wav", "a.backup", "new", "x.new", "Settings.TXT", ".callsign.wav",
        ])
    func content(_ name: String) {
        #expect(!ScratchName.matches(name))
    }
}
