// swift-tools-version: 6.2
import PackageDescription

// What tools/culprits and tools/planted-verdicts plant changes in; the path below is replaced by that of the repository.
let package = Package(
  name: "PlantedChanges",
  dependencies: [.package(name: "hamon", path: "../..")],
  targets: [
    .executableTarget(
      name: "Planted",
      dependencies: [.product(name: "BenchmarkHarness", package: "hamon")],
      path: "Benchmarks/Planted"
    )
  ],
  swiftLanguageModes: [.v6]
)
