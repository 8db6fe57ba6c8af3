// swift-tools-version: 6.2
import PackageDescription

// The game on a field of 450 cells, each of which is connected to its own part of the state; see ../README.md.
let package = Package(
  name: "Minesweeper",
  dependencies: [
    // With a clone; else .package(url: "https://github.com/.../hamon", branch: "main")
    .package(name: "hamon", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Minesweeper",
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
    // A click on the field, and on one that is connected as a whole: docs/tour.md compares them.
    clicks("Clicks"),
    clicks("WholeFieldClicks"),
    .testTarget(
      name: "MinesweeperTests",
      dependencies: ["Minesweeper", .product(name: "KatanaTesting", package: "hamon")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// A benchmark, which has the game's logic and screens by symbolic links.
func clicks(_ name: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      .product(name: "BenchmarkHarness", package: "hamon"),
      .product(name: "Katana", package: "hamon"),
      .product(name: "KatanaElements", package: "hamon"),
      .product(name: "KatanaUI", package: "hamon"),
      .product(name: "NativeViews", package: "hamon"),
    ],
    path: "Benchmarks/\(name)"
  )
}

// Not needed; the tests of Hamon compile these files with them as well.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
