// swift-tools-version: 6.2
import PackageDescription

// Notes behind a login, as the guides tell to write such an application; see ../README.md.
let package = Package(
  name: "Notes",
  dependencies: [
    // With a clone; else .package(url: "https://github.com/.../hamon", branch: "main")
    .package(name: "hamon", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Notes",
      dependencies: [
        .product(name: "Katana", package: "hamon"),
        .product(name: "KatanaRouter", package: "hamon"),
        .product(name: "NativeViews", package: "hamon"),
        .product(name: "NativeViewsCairo", package: "hamon"),
        .product(name: "NativeViewsGTK", package: "hamon"),
        .product(name: "Signposts", package: "hamon"),
        .product(name: "Tempura", package: "hamon"),
      ]
    ),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "Notes",
        .product(name: "KatanaTesting", package: "hamon"),
        .product(name: "TempuraTesting", package: "hamon"),
      ],
      exclude: ["Snapshots"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Not needed; the tests of Hamon compile these files with them as well.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
