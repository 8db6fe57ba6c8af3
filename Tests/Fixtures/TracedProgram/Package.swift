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
      name: "TracedProgram",
      dependencies: [
        .product(name: "Signposts", package: "hamon"), .product(name: "Katana", package: "hamon"),
        .product(name: "KatanaRouter", package: "hamon"),
      ]
    ),
    .target(
      name: "TracedLibrary",
      dependencies: [.product(name: "Signposts", package: "hamon")]
    ),
    .executableTarget(name: "LibraryUser", dependencies: ["TracedLibrary"]),
  ],
  swiftLanguageModes: [.v6]
)
