// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the todo client and the examples build without the packages of servers.
let package = Package(
  name: "Integrations",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Integrations", targets: ["Integrations"]),
    .executable(name: "integrations", targets: ["integrations-tool"]),
  ],
  dependencies: [
    .package(name: "Requisite", path: "../.."),
    .package(name: "Playground", path: ".."),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ],
  targets: [
    // The library with the packages of servers and tools, one example a file.
    .target(
      name: "Integrations",
      dependencies: [
        "OpenAPIRuntime",
        .product(name: "Requisite", package: "Requisite"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    // What a transport uses of swift-openapi-runtime, by a stand-in: the tests run where that package is not at hand.
    .target(
      name: "OpenAPIRuntime",
      dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Tests/OpenAPIRuntime"),
    .executableTarget(
      name: "integrations-tool",
      dependencies: [
        "Integrations",
        .product(name: "PlaceholderServer", package: "Playground"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
    .testTarget(
      name: "IntegrationsTests",
      dependencies: [
        "Integrations", "integrations-tool", "OpenAPIRuntime",
        .product(name: "BuiltTool", package: "Playground"),
        .product(name: "PlaceholderServer", package: "Playground"),
        .product(name: "RequisiteTesting", package: "Requisite"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
