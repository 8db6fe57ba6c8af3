// swift-tools-version: 6.2
import PackageDescription

// A package as a user of Signposts would write it, once with Signposts in the executable and once
// in a dynamic library. The trap tests build it with each linker and count what is recorded of it.
let package = Package(
  name: "TracedProgram",
  products: [
    .library(name: "TracedLibrary", type: .dynamic, targets: ["TracedLibrary"])
  ],
  dependencies: [.package(name: "hamon", path: "../../..")],
  targets: [
    .executableTarget(
      // The tests have a TracedProgram of their own, of the same sources.
      name: "PackagedProgram",
      dependencies: [
        .product(name: "Signposts", package: "hamon"), .product(name: "Katana", package: "hamon"),
        .product(name: "KatanaRouter", package: "hamon"),
      ],
      path: "Sources/TracedProgram"
    ),
    .target(
      name: "TracedLibrary",
      dependencies: [.product(name: "Signposts", package: "hamon")]
    ),
    .executableTarget(name: "LibraryUser", dependencies: ["TracedLibrary"]),
  ],
  swiftLanguageModes: [.v6]
)
