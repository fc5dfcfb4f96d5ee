// Volumes that somebody, or bad luck, made to fool fox-sync: a table.
import Foundation
import Glibc
import PicoFox

/// What the program makes of a hostile volume.
enum Expected: Sendable {
    /// Exit 4: it is no PicoFox, or not there.
    case notRecognised
    /// Exit 3: somebody has to decide.
    case held
    /// Exit 1, before anything was written.
    case refused
    /// Exit 0: the draft goes on, round the trap.
    case pushed

    var code: Int32 {
        switch self {
        case .notRecognised: 4
        case .held: 3
        case .refused: 1
        case .pushed: 0
        }
    }
}

/// One row: how the volume is made, and what must come of it.
struct HostileVolume: Sendable {
    let name: String
    let expected: Expected
    /// Words that the message must have.
    var words = ""
    /// Shell commands in a mount namespace of its own, run before the program: $FOX is the volume,
    /// $OUT a folder outside.
    var mounts: String?
    /// The path to give instead of the volume's.
    var path: String?
    /// Changes a good volume into a bad one: the volume's folder, the folder outside.
    var prepare: @Sendable (String, String) throws -> Void = { _, _ in }

    private static func put(_ path: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// A name that Foundation would not take.
    private static func touch(_ folder: String, _ name: [UInt8]) throws {
        let path =
            folder.utf8.map { CChar(bitPattern: $0) } + [0x2f] + name.map { CChar(bitPattern: $0) }
        let file = Glibc.open(path + [0], O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard file >= 0 else { throw POSIXError(.EIO) }
        Glibc.close(file)
    }

    private static func sparse(_ path: String, _ size: Int) {
        let file = Glibc.open(path, O_WRONLY | O_CREAT, 0o644)
        ftruncate(file, size)
        Glibc.close(file)
    }

    private static func socket(_ path: String) {
        let end = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        Glibc.close(end)
    }

    private static func many(_ folder: String, _ count: Int) throws {
        for number in 0..<count { try touch(folder, Array("n\(number)".utf8)) }
    }

    /// A row whose settings.txt is exchanged for something else.
    private static func settings(
        _ name: String, words: String = "", _ expected: Expected = .notRecognised,
        _ make: @escaping @Sendable (String, String) throws -> Void
    ) -> HostileVolume {
        HostileVolume(name: "settings.txt " + name, expected: expected, words: words) { fox, out in
            unlink(fox + "/settings.txt")
            try make(fox + "/settings.txt", out)
        }
    }

    /// A row whose audio.wav is exchanged for something else.
    private static func audio(
        _ name: String, words: String = "", _ expected: Expected = .held,
        _ make: @escaping @Sendable (String, String) throws -> Void
    ) -> HostileVolume {
        HostileVolume(name: "audio.wav " + name, expected: expected, words: words) { fox, out in
            unlink(fox + "/audio.wav")
            try make(fox + "/audio.wav", out)
        }
    }

    static let links: [HostileVolume] = [
        settings("is a link to a settings.txt outside", words: "symbolic link") { path, out in
            symlink(out + "/settings.txt", path)
        },
        settings("is a link to nothing", words: "symbolic link") { path, _ in
            symlink("/nowhere/settings.txt", path)
        },
        settings("is a link to itself", words: "symbolic link") { path, _ in
            symlink("settings.txt", path)
        },
        settings("is a link to a file beside it", words: "symbolic link") { path, out in
            link(out + "/settings.txt", (path as NSString).deletingLastPathComponent + "/other")
            symlink("other", path)
        },
        settings("is a hard link to a file outside", words: "hard link") { path, out in
            link(out + "/settings.txt", path)
        },
        audio("is a link to a file outside", words: "symbolic link") { path, out in
            symlink(out + "/audio.wav", path)
        },
        audio("is a link into /proc", words: "symbolic link") { path, _ in
            symlink("/proc/self/mem", path)
        },
        audio("is a hard link to a file outside", words: "hard link") { path, out in
            link(out + "/audio.wav", path)
        },
        HostileVolume(name: "foxsync.tmp is a link to a file outside", expected: .refused) {
            symlink($1 + "/victim", $0 + "/foxsync.tmp")
        },
        HostileVolume(name: "foxsync.tmp is a hard link to a file outside", expected: .refused) {
            link($1 + "/victim", $0 + "/foxsync.tmp")
        },
        HostileVolume(
            name: "foxsync.tmp is somebody's file", expected: .refused, words: "foxsync.tmp"
        ) { fox, _ in try put(fox + "/foxsync.tmp", [1, 2, 3]) },
        HostileVolume(name: "foxsync.tmp is a folder", expected: .refused) { fox, _ in
            mkdir(fox + "/foxsync.tmp", 0o755)
        },
        HostileVolume(
            name: "the draft's second file is a link outside, though nobody stages it",
            expected: .pushed
        ) { fox, out in symlink(out + "/victim", fox + "/audio7.wav") },
    ]

    static let kinds: [HostileVolume] = [
        settings("is a folder", words: "directory") { path, _ in mkdir(path, 0o755) },
        settings("is a FIFO", words: "FIFO") { path, _ in mkfifo(path, 0o644) },
        settings("is a socket", words: "socket") { path, _ in socket(path) },
        settings("is /dev/zero", words: "device") { path, _ in
            mknod(path, S_IFCHR | 0o644, 1 << 8 | 5)
        },
        settings("is /dev/tty", words: "device") { path, _ in
            mknod(path, S_IFCHR | 0o644, 5 << 8)
        },
        settings("is a disk", words: "device") { path, _ in
            mknod(path, S_IFBLK | 0o644, 7 << 8 | 99)
        },
        audio("is a folder", words: "directory") { path, _ in mkdir(path, 0o755) },
        audio("is a folder with files in it", words: "directory") { path, _ in
            mkdir(path, 0o755)
            try put(path + "/settings.txt", Firmware.stock.factorySettings)
        },
        audio("is a FIFO", words: "FIFO") { path, _ in mkfifo(path, 0o644) },
        audio("is a socket", words: "socket") { path, _ in socket(path) },
        audio("is /dev/zero", words: "device") { path, _ in
            mknod(path, S_IFCHR | 0o644, 1 << 8 | 5)
        },
        HostileVolume(name: "a FIFO with another name", expected: .pushed) { fox, _ in
            mkfifo(fox + "/pipe", 0o644)
        },
    ]

    static let sizes: [HostileVolume] = [
        settings("has a terabyte of holes", words: "bytes") { path, _ in sparse(path, 1 << 40) },
        settings("has one byte too many") { path, _ in
            let text = Firmware.stock.factorySettings
            let filler = [UInt8](repeating: 0x0a, count: 65537 - text.count)
            try put(path, text + filler)
        },
        settings("has exactly 64 KiB", .pushed) { path, _ in
            let text = Firmware.stock.factorySettings
            try put(path, text + [UInt8](repeating: 0x0a, count: 65536 - text.count))
        },
        settings("is empty") { path, _ in try put(path, []) },
        settings("is full of NULs") { path, _ in sparse(path, 4096) },
        settings("has a NUL at its end") { path, _ in
            try put(path, Firmware.stock.factorySettings + [0])
        },
        settings("is noise") { path, _ in
            try put(path, (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 128) })
        },
        settings("belongs to another program") { path, _ in
            try put(path, Array("CALLSIGN=K1ABC\nFONT=Fixed\nWIDTH=80\n".utf8))
        },
        settings("names the keys in prose only") { path, _ in
            try put(path, Array("set CALLSIGN and FREQ_MHZ and ITU_ZONE first\n".utf8))
        },
        settings("is one line of 60,000 bytes without end") { path, _ in
            try put(path, [UInt8](repeating: 0x41, count: 60_000))
        },
        audio("has a terabyte of holes", words: "larger") { path, _ in sparse(path, 1 << 40) },
        audio("has 65 MiB", words: "larger") { path, _ in sparse(path, 65 << 20) },
        HostileVolume(name: "a film of a terabyte beside it", expected: .pushed) { fox, _ in
            sparse(fox + "/film.mkv", 1 << 40)
        },
        HostileVolume(
            name: "100,000 files", expected: .notRecognised, words: "entries"
        ) { fox, _ in try many(fox, 100_000) },
        HostileVolume(name: "4,097 files", expected: .notRecognised, words: "entries") { fox, _ in
            try many(fox, 4097)
        },
        HostileVolume(name: "4,000 files", expected: .pushed) { fox, _ in try many(fox, 4000) },
    ]

    static let names: [HostileVolume] = [
        HostileVolume(name: "a name with escape codes", expected: .pushed) { fox, _ in
            try touch(fox, Array("\u{1b}[2J\u{1b}]0;gone\u{7}.wav".utf8))
        },
        HostileVolume(name: "audio.wav behind an escape code", expected: .pushed) { fox, _ in
            try touch(fox, Array("\u{1b}[8maudio.wav".utf8))
        },
        HostileVolume(name: "a name with newlines", expected: .pushed) { fox, _ in
            try touch(fox, Array("\nsettings.txt\n".utf8))
        },
        HostileVolume(name: "a name that is no UTF-8", expected: .pushed) { fox, _ in
            try touch(fox, [0xff, 0xfe, 0x80, 0x2e, 0x77, 0x61, 0x76])
        },
        HostileVolume(name: "names that look like the way up", expected: .pushed) { fox, _ in
            for name in ["...", "..settings.txt", "..\\..\\evil", ".. ", " .."] {
                try touch(fox, Array(name.utf8))
            }
        },
        HostileVolume(name: "a name that reads from right to left", expected: .pushed) { fox, _ in
            try touch(fox, Array("\u{202e}vaw.oidua".utf8))
        },
        HostileVolume(name: "names of 255 bytes", expected: .pushed) { fox, _ in
            try touch(fox, [UInt8](repeating: 0x61, count: 255))
            try touch(fox, [UInt8](repeating: 0xfe, count: 255))
        },
        HostileVolume(
            name: "settings.txt twice, in two letter cases", expected: .notRecognised,
            words: "letter case"
        ) { fox, _ in try put(fox + "/SETTINGS.TXT", Firmware.stock.factorySettings) },
        HostileVolume(
            name: "audio.wav twice, in two letter cases", expected: .held, words: "letter case"
        ) { fox, _ in try put(fox + "/AUDIO.WAV", [1]) },
        settings("has a blank behind its name") { path, _ in
            try put(path + " ", Firmware.stock.factorySettings)
        },
        settings("has a dot behind its name") { path, _ in
            try put(path + ".", Firmware.stock.factorySettings)
        },
        settings("has a letter that only looks like one") { path, _ in
            let folder = (path as NSString).deletingLastPathComponent
            try put(folder + "/\u{455}ettings.txt", Firmware.stock.factorySettings)
        },
        settings("is in a folder") { path, _ in
            let folder = (path as NSString).deletingLastPathComponent + "/fox"
            mkdir(folder, 0o755)
            try put(folder + "/settings.txt", Firmware.stock.factorySettings)
        },
    ]

    static let places: [HostileVolume] = [
        HostileVolume(name: "an empty mount point", expected: .notRecognised) { fox, _ in
            for name in try FileManager.default.contentsOfDirectory(atPath: fox) {
                try FileManager.default.removeItem(atPath: fox + "/" + name)
            }
        },
        HostileVolume(
            name: "a path that is not there", expected: .notRecognised, path: "/nowhere/x"),
        HostileVolume(
            name: "a file instead of a folder", expected: .notRecognised, path: "/etc/passwd"),
        HostileVolume(name: "/proc", expected: .notRecognised, path: "/proc"),
        HostileVolume(name: "/dev", expected: .notRecognised, path: "/dev"),
        HostileVolume(name: "the root", expected: .notRecognised, path: "/"),
        HostileVolume(
            name: "an empty filesystem on top of the fox", expected: .notRecognised,
            mounts: "mount -t tmpfs none $FOX"),
        HostileVolume(
            name: "a filesystem on top of a filesystem", expected: .notRecognised,
            mounts: "mount -t tmpfs a $FOX && cp $OUT/settings.txt $FOX && mount -t tmpfs b $FOX"),
        HostileVolume(
            name: "a read-only mount", expected: .refused, words: "read-only",
            mounts: "mount --bind $FOX $FOX && mount -o remount,bind,ro $FOX"),
        HostileVolume(
            name: "a volume without room", expected: .refused, words: "free",
            mounts: "cp -r $FOX $OUT/copy && mount -t tmpfs -o size=12k a $FOX"
                + " && cp $OUT/copy/settings.txt $FOX"),
        HostileVolume(
            name: "a file from outside mounted over audio.wav", expected: .refused,
            mounts: "mount --bind $OUT/audio.wav $FOX/audio.wav"),
        HostileVolume(
            name: "a file from outside mounted over settings.txt", expected: .refused,
            mounts: "mount --bind $OUT/settings.txt $FOX/settings.txt"),
        HostileVolume(
            name: "another filesystem mounted over a folder of the fox", expected: .pushed,
            mounts: "mkdir $FOX/more && mount -t tmpfs none $FOX/more"),
        HostileVolume(
            name: "a disk image with a filesystem of its own", expected: .pushed,
            words: "verified (direct read)",
            mounts: "truncate -s 8M $OUT/copy.img && mkfs.ext4 -q $OUT/copy.img"
                + " && mount -o loop $OUT/copy.img $FOX && cp $OUT/settings.txt $FOX"),
        HostileVolume(
            name: "the same folder at a second place", expected: .pushed,
            mounts: "mkdir $OUT/twin && mount --bind $FOX $OUT/twin"),
    ]

    static let all = links + kinds + sizes + names + places
}
