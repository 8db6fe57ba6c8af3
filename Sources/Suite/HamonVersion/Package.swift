// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because SwiftPM serializes the package of a build tool with all its dependencies: up to 6.3 it overflows its stack
// if packages depend on each other in a cycle, later versions refuse that. swift-collections has such a cycle while it is benchmarked,
// because this repository depends on it. This package has no dependencies.
let package = Package(
  name: "HamonVersion",
  products: [.library(name: "HamonVersion", targets: ["HamonVersion"])],
  targets: [
    .plugin(name: "CommitPlugin", capability: .buildTool()),
    .target(
      name: "HamonVersion",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ],
      plugins: ["CommitPlugin"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
