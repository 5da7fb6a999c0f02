// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Requisite", path: ".."),
    // No traits: their interposers are not to be had on every machine.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
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
  ],
  swiftLanguageModes: [.v6]
)
