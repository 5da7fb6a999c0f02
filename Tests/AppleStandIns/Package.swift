// swift-tools-version: 6.2
import PackageDescription

// Compiles the sources of the library once more, with modules in the place of Apple's `Combine` and `SwiftUI`, so that
// what only Apple's platforms compile is type-checked, and its publishers tested, on Linux. A package of its own, so
// that the library's manifest stays without dependencies. The sources and tests are links to the library's own.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "AppleStandIns",
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(
      name: "Combine",
      dependencies: [
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      path: "Combine"
    ),
    .target(name: "SwiftUI", path: "SwiftUI"),
    .target(name: "CRequisiteCurl", path: "Links/CRequisiteCurl"),
    .target(
      name: "Requisite", dependencies: ["Combine", "SwiftUI", "CRequisiteCurl"], path: "Links/Requisite",
      swiftSettings: strict),
    .target(
      name: "RequisiteTesting", dependencies: ["Requisite"], path: "Links/RequisiteTesting",
      swiftSettings: strict),
    .testTarget(
      name: "CombineTests", dependencies: ["Requisite"], path: "Links/CombineTests",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
