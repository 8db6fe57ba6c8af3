// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since SwiftPM serializes the package of a build tool, and all that this depends on, for it: up to
// 6.3 it overflows its stack where packages depend on each other in a circle, later ones refuse. swift-collections has
// such a circle while it is benchmarked, for this repository depends on it. This package depends on none.
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
