// Every option there is, in the order of the example.
internal import MountWatch

extension ConfigOption {
    /// All options; those of one section stand together.
    static let all: [ConfigOption] = [
        ConfigOption(
            section: "volumes", key: "file-systems", values: "names of filesystems",
            help: "Filesystems to look at.",
            parse: { config, value in
                let names = value.split { $0 == " " || $0 == "," }.map(String.init)
                if names.isEmpty { return "names at least one filesystem" }
                config.rules.fileSystems = Set(names)
                return nil
            }, format: { $0.rules.fileSystems.sorted().joined(separator: " ") }),
        .flag(
            "volumes", "require-usb", "Only devices that are removable or on USB.",
            \.rules.requireRemovableOrUSB),
        ConfigOption(
            section: "volumes", key: "stand-ins", values: "no or an absolute folder",
            help: """
                A folder below which a mount without a device may stand in for a fox, for trying things
                out.
                """,
            parse: { config, value in
                guard value == "no" || value.hasPrefix("/") else {
                    return "is no or an absolute folder"
                }
                config.rules.allowNoBlockDevice = value != "no"
                config.rules.standInFolder = value == "no" ? nil : value
                return nil
            }, format: { $0.rules.allowNoBlockDevice ? $0.rules.standInFolder ?? "no" : "no" }),
        .choice(
            "mount", "mode",
            """
            Who mounts a fox: never (the desktop does), auto (fox-sync, when nobody has within 5
            seconds) or always (fox-sync, at once). Needs root or CAP_SYS_ADMIN; the mount is fox-sync's
            alone.
            """, \.mounting.mode),
        .flag(
            "mount", "repair",
            """
            Whether a FAT that says it was pulled while mounted, or in which a file cannot be read, is
            repaired with fsck.fat, after a backup of the whole volume. It is reported in any case.
            """, \.mounting.repairs),
        .flag(
            "mount", "power-off",
            """
            Whether the disk of a fox that fox-sync mounted is removed from the kernel after its sync,
            until it is plugged in again. Needs root, and so not for the bench service.
            """, \.mounting.powersOff),
        .number(
            "drafts", "settle", 0...3600, of: "seconds",
            """
            How long nobody must have edited any draft before an edit is pushed to a fox that is plugged
            in.
            """, \.settle),
        .number(
            "backups", "keep", 2...1_000_000, of: "backups",
            "How many of each fox are kept; its first one always is.", \.backupsKept),
        ConfigOption(
            section: "history", key: "keep", values: "all or a number of runs, from 1",
            help: "How many runs of each fox stay in the log.",
            parse: { config, value in
                let number = Int(value)
                guard value == "all" || number ?? 0 >= 1 else { return "is all or a number from 1" }
                config.historyKept = number
                return nil
            }, format: { $0.historyKept.map(String.init) ?? "all" }),
        .choice(
            "results", "notify",
            """
            Which results the agent shows on the desktop: changes (what was synced, and problems),
            problems, all (foxes that were up to date, too) or none.
            """, \.notify),
        ConfigOption(
            section: "results", key: "on-result", values: "a command for /bin/sh, or nothing",
            help: """
                A command that the agent runs after each result. It finds FOX_SYNC_DEVICE, FOX_SYNC_NAME,
                FOX_SYNC_DRAFT, FOX_SYNC_RESULT, FOX_SYNC_RUN, FOX_SYNC_MESSAGE, FOX_SYNC_VOLUME,
                FOX_SYNC_FILES, FOX_SYNC_BYTES, FOX_SYNC_METHOD, FOX_SYNC_BACKUP, FOX_SYNC_STATE and
                FOX_SYNC_NEXT in its environment; what it prints is logged. Not taken from a file that others can
                write.
                """,
            parse: { config, value in
                config.onResult = value
                return nil
            }, format: { $0.onResult }),
        .number(
            "results", "on-result-limit", 1...3600, of: "seconds",
            "How long that command may take before it is killed, with all that it started.",
            \.onResultLimit),
        .choice(
            "agent", "log-level",
            "What the agent says: error, warning, info or debug. --log-level goes before it.",
            \.logLevel),
    ]

    /// A file that says every option with its default, each behind a `#`.
    static var example: String {
        var text = """
            # The configuration of fox-sync: ~/.config/fox-sync/fox-sync.conf, or
            # /etc/fox-sync/fox-sync.conf for the service. What stands here are the defaults; take the '#'
            # away to change one. An unknown key is an error. 'fox-sync config show' tells what holds, and
            # the agent reads the file again on SIGHUP (systemctl reload).

            """
        var section = ""
        for option in all {
            if option.section != section {
                text += "\n[\(option.section)]\n"
                section = option.section
            }
            for line in option.help.split(separator: "\n") { text += "# \(line)\n" }
            text += "#\(option.key) = \(option.standard)\n"
        }
        return text
    }
}
