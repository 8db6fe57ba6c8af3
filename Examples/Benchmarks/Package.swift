// swift-tools-version: 6.2
import PackageDescription

// A package that has benchmarks of its own, and gets the harness as anybody would; see README.md.
let package = Package(
  name: "OwnBenchmarks",
  dependencies: [
    // With a clone; else .package(url: "https://github.com/.../hamon", branch: "main")
    .package(name: "hamon", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "NumberParsing",
      dependencies: [.product(name: "BenchmarkHarness", package: "hamon")],
      path: "Benchmarks/NumberParsing"
    ),
    .executableTarget(
      name: "QueueSuite",
      dependencies: [.product(name: "BenchmarkCompatibility", package: "hamon")],
      path: "Benchmarks/QueueSuite"
    ),
  ],
  swiftLanguageModes: [.v6]
)
