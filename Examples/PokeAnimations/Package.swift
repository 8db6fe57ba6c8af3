// swift-tools-version: 6.2
import PackageDescription

// Four slides whose children come, go and change by animations that may be interrupted; see ../README.md.
let package = Package(
  name: "PokeAnimations",
  dependencies: [
    // With a clone; else .package(url: "https://github.com/.../hamon", branch: "main")
    .package(name: "hamon", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "PokeAnimations",
      dependencies: [
        .product(name: "Katana", package: "hamon"),
        .product(name: "KatanaElements", package: "hamon"),
        .product(name: "KatanaUI", package: "hamon"),
        .product(name: "NativeViews", package: "hamon"),
        .product(name: "NativeViewsCairo", package: "hamon"),
        .product(name: "NativeViewsGTK", package: "hamon"),
        .product(name: "Signposts", package: "hamon"),
      ]
    ),
    .testTarget(
      name: "PokeAnimationsTests",
      dependencies: ["PokeAnimations", .product(name: "KatanaTesting", package: "hamon")]
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
