// swift-tools-version: 6.2
import PackageDescription

// The counter of Katana's README: one description, shown headless, in a picture and in a window; see ../README.md.
let package = Package(
  name: "Counter",
  dependencies: [
    // With a clone; else .package(url: "https://github.com/.../hamon", branch: "main")
    .package(name: "hamon", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Counter",
      dependencies: [
        .product(name: "KatanaElements", package: "hamon"),
        .product(name: "KatanaLegacy", package: "hamon"),
        .product(name: "NativeViews", package: "hamon"),
        .product(name: "NativeViewsCairo", package: "hamon"),
        .product(name: "NativeViewsGTK", package: "hamon"),
        .product(name: "Signposts", package: "hamon"),
      ]
    ),
    .testTarget(name: "CounterTests", dependencies: ["Counter"]),
  ],
  swiftLanguageModes: [.v6]
)
