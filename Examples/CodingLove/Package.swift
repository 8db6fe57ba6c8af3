// swift-tools-version: 6.2
import PackageDescription

// Katana's second demo: pages from a server, in a table of which only the rows in sight have cells; see ../README.md.
let package = Package(
  name: "CodingLove",
  dependencies: [
    // With a clone; else .package(url: "https://github.com/.../hamon", branch: "main")
    .package(name: "hamon", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "CodingLove",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Katana", package: "hamon"),
        .product(name: "KatanaElements", package: "hamon"),
        .product(name: "NativeViews", package: "hamon"),
        .product(name: "NativeViewsCairo", package: "hamon"),
        .product(name: "NativeViewsGTK", package: "hamon"),
        .product(name: "Signposts", package: "hamon"),
      ]
    ),
    .testTarget(
      name: "CodingLoveTests",
      dependencies: ["CodingLove", .product(name: "KatanaTesting", package: "hamon")]
    ),
    // Apart from the others, which the tests of Hamon compile as well, without a server's library.
    .testTarget(name: "CodingLoveServiceTests", dependencies: ["CodingLove"]),
  ],
  swiftLanguageModes: [.v6]
)

// Not needed; the tests of Hamon compile these files with them as well.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
