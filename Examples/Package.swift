// swift-tools-version: 6.2
import PackageDescription

// Programs that speak the server ecosystem's APIs, as anybody would write them; see README.md.
let package = Package(
  name: "HamonExamples",
  dependencies: [
    .package(name: "hamon", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
  ],
  targets: [
    .executableTarget(name: "Gallery"),
    .executableTarget(
      name: "TracedCommand",
      dependencies: [
        .product(name: "SignpostsTracing", package: "hamon"),
        .product(name: "SignpostsLogging", package: "hamon"),
        .product(name: "SignpostsMetrics", package: "hamon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .executableTarget(
      name: "HummingbirdServer",
      dependencies: [
        "ShopLoad",
        .product(name: "Katana", package: "hamon"),
        .product(name: "SignpostsTracing", package: "hamon"),
        .product(name: "SignpostsLogging", package: "hamon"),
        .product(name: "SignpostsMetrics", package: "hamon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .target(
      name: "ShopLoad",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .executableTarget(
      name: "ServerRates",
      dependencies: ["ShopLoad", .product(name: "BenchmarkHarness", package: "hamon")]
    ),
    .testTarget(
      name: "CartTests",
      dependencies: ["HummingbirdServer", .product(name: "KatanaTesting", package: "hamon")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
