// swift-tools-version: 6.2
import PackageDescription

// A package whose code speaks the server ecosystem's APIs for tracing, logging and metrics, and of
// Hamon only where it sets them up.
let package = Package(
  name: "InstrumentedProgram",
  dependencies: [
    .package(name: "hamon", path: "../../.."),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      // The tests have an InstrumentedProgram of their own, of the same sources.
      name: "PackagedProgram",
      dependencies: [
        .product(name: "Signposts", package: "hamon"),
        .product(name: "SignpostsTracing", package: "hamon"),
        .product(name: "SignpostsLogging", package: "hamon"),
        .product(name: "SignpostsMetrics", package: "hamon"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      path: "Sources/InstrumentedProgram"
    )
  ],
  swiftLanguageModes: [.v6]
)
