// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what is compared with, and what measures, is no dependency of the library.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    // Another checkout of the library in `compare`, which measures two of them with the same programs.
    .package(name: "Requisite", path: Context.environment["REQUISITE_CHECKOUT"] ?? ".."),
    // No traits: their interposers are not to be had on every machine.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "CoreBenchmarks",
      dependencies: [
        "AllocationCounter",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Requisite", package: "Requisite"),
        .product(name: "RequisiteTesting", package: "Requisite"),
      ],
      path: "Benchmarks/CoreBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    // Counts the calls of malloc and its kin in the whole process.
    .target(name: "AllocationCounter"),
    // The clock of the programs that compare by CPU time.
    .target(name: "CPUTime"),
    // All clients against one server, interleaved: swift run -c release TransportBenchmarks
    .executableTarget(
      name: "TransportBenchmarks",
      dependencies: [
        "BenchmarkClients",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Requisite", package: "Requisite"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // The allocations of a whole call: swift run -c release CallAllocations
    .executableTarget(name: "CallAllocations", dependencies: ["AllocationCounter", "BenchmarkClients"]),
    // The CPU time of whole calls, for `compare`.
    .executableTarget(
      name: "CallCPU",
      dependencies: ["BenchmarkClients", "CPUTime", .product(name: "Requisite", package: "Requisite")]),
    // The clients that need no other package, and the server.
    .target(
      name: "BenchmarkClients",
      dependencies: ["CBareLoop", "CLoadServer", .product(name: "Requisite", package: "Requisite")]),
    // The limit: libcurl with nothing around it.
    .target(name: "CBareLoop"),
    // JSON beside Foundation's coders: swift run -c release JSONBenchmarks
    .executableTarget(
      name: "JSONBenchmarks",
      dependencies: [
        "AllocationCounter", "CPUTime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "RequisiteJSON", package: "Requisite"),
      ]),
    // Values of lines beside JSONDecoder: swift run -c release JSONLinesBenchmarks
    .executableTarget(
      name: "JSONLinesBenchmarks",
      dependencies: ["CPUTime", .product(name: "Requisite", package: "Requisite")]),
    // WebSocket beside others: swift run -c release SocketBenchmarks
    .executableTarget(
      name: "SocketBenchmarks",
      dependencies: [
        "BenchmarkClients", "CPUTime", "CSocketLoop",
        .product(name: "RequisiteWebSocket", package: "Requisite"),
      ]),
    // The server of WebSockets and the client without a library, in C as well.
    .target(name: "CSocketLoop"),
    // The server, in C, so that it is never what is measured.
    .target(name: "CLoadServer"),
  ],
  swiftLanguageModes: [.v6]
)
