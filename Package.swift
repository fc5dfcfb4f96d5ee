// swift-tools-version: 6.2
// The package: seven Swift targets in the order of the pipeline, and the C libraries they stand on.
import PackageDescription

// A warning is an error wherever nobody would read it: in CI.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
    name: "fox-sync",
    products: [.executable(name: "fox-sync", targets: ["fox-sync"])],
    targets: [
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CMount", pkgConfig: "mount", providers: [.apt(["libmount-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CFoxShims"),
        // Loaded when they are first needed: built against their headers, and not linked.
        .target(name: "CSndfile", dependencies: ["CFoxShims"]),
        .target(name: "CSoxr", dependencies: ["CFoxShims"]),
        .target(name: "FoxSystem", dependencies: ["CFoxShims"], swiftSettings: strict),
        .target(name: "PicoFox", swiftSettings: strict),
        .target(
            name: "MountWatch", dependencies: ["FoxSystem", "CUdev", "CMount"],
            swiftSettings: strict),
        .target(
            name: "SyncEngine",
            dependencies: ["FoxSystem", "PicoFox", "CSQLite", "CCrypto", "CFoxShims"],
            swiftSettings: strict),
        .target(
            name: "AudioImport", dependencies: ["FoxSystem", "PicoFox", "CSndfile", "CSoxr"],
            swiftSettings: strict),
        .target(
            name: "Notifications", dependencies: ["FoxSystem", "CSystemd"], swiftSettings: strict),
        .executableTarget(
            name: "fox-sync",
            dependencies: [
                "SyncEngine", "MountWatch", "AudioImport", "Notifications", "PicoFox", "FoxSystem",
                "CSystemd",
                "CFoxShims",
            ],
            swiftSettings: strict),
        .target(
            name: "VolumeKit", dependencies: ["SyncEngine", "FoxSystem"], path: "Tests/VolumeKit",
            swiftSettings: strict),
        .testTarget(
            name: "FoxSystemTests", dependencies: ["FoxSystem"], swiftSettings: strict),
        .testTarget(
            name: "PicoFoxTests", dependencies: ["PicoFox"], resources: [.copy("Cases")],
            swiftSettings: strict),
        .testTarget(
            name: "AudioImportTests",
            dependencies: ["AudioImport", "PicoFox", "FoxSystem", "CSndfile"],
            swiftSettings: strict),
        // What the tests of MountWatch start in namespaces of their own.
        .executableTarget(
            name: "mountwatch-probe", dependencies: ["MountWatch", "FoxSystem"],
            path: "Tests/MountWatchProbe", swiftSettings: strict),
        .testTarget(
            name: "MountWatchTests",
            dependencies: ["MountWatch", "FoxSystem", "mountwatch-probe"], swiftSettings: strict),
        .testTarget(
            name: "SyncEngineTests",
            dependencies: ["SyncEngine", "PicoFox", "FoxSystem", "VolumeKit"],
            swiftSettings: strict),
        .testTarget(
            name: "FoxSyncTests",
            dependencies: [
                "fox-sync", "SyncEngine", "MountWatch", "Notifications", "PicoFox", "FoxSystem",
                "CFoxShims",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
