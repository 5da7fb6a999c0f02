// swift-tools-version: 6.2
import PackageDescription

// Compiles the sources of the library once more, as Apple's platforms do: the files that are for them alone are
// selected by REQUISITE_STAND_INS, with modules in the place of Apple's. So all of it is type-checked on Linux, and run by
// the tests here. A package of its own, so that the library's manifest stays without dependencies. The sources and tests
// are links to the library's own.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .define("REQUISITE_STAND_INS"), .define("FoundationNetworking"),
]

// The settings of the apps that Xcode 26 makes.
let app: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
]

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
    .target(name: "os", path: "os"),
    .target(name: "Security", path: "Security"),
    .target(name: "AppleFoundation", dependencies: ["Security"], path: "AppleFoundation"),
    .target(name: "CRequisiteZip", path: "Links/CRequisiteZip"),
    .target(name: "CRequisiteCurl", dependencies: ["CRequisiteZip"], path: "Links/CRequisiteCurl"),
    .target(
      name: "RequisitePlatform", dependencies: ["AppleFoundation"], path: "Links/RequisitePlatform",
      swiftSettings: strict),
    .target(
      name: "CurlEngine", dependencies: ["CRequisiteCurl", "RequisitePlatform"], path: "Links/CurlEngine",
      swiftSettings: strict),
    .target(
      name: "RequisiteJSON", dependencies: ["RequisitePlatform"], path: "Links/RequisiteJSON",
      swiftSettings: strict),
    .target(
      name: "Requisite",
      dependencies: [
        "AppleFoundation", "Combine", "os", "Security", "CRequisiteZip", "CurlEngine",
        "RequisiteJSON", "RequisitePlatform",
      ],
      path: "Links/Requisite", swiftSettings: strict),
    .target(
      name: "RequisiteSwiftUI", dependencies: ["Requisite", "SwiftUI"], path: "Links/RequisiteSwiftUI",
      swiftSettings: strict),
    .target(
      name: "RequisiteTesting", dependencies: ["Requisite"], path: "Links/RequisiteTesting",
      swiftSettings: strict),
    .target(
      name: "RequisiteWebSocket", dependencies: ["CRequisiteZip", "Requisite"],
      path: "Links/RequisiteWebSocket",
      swiftSettings: strict),
    .target(name: "CTestSupport", path: "Links/SupportC"),
    .target(name: "TestSupport", dependencies: ["CTestSupport"], path: "Links/TestSupport"),
    .testTarget(
      name: "CombineTests", dependencies: ["Requisite", "RequisiteSwiftUI"], path: "Links/CombineTests",
      swiftSettings: strict),
    .testTarget(
      name: "AppleTests",
      dependencies: ["Requisite", "RequisiteTesting", "RequisiteWebSocket", "TestSupport"],
      path: "AppleTests",
      swiftSettings: strict),
    // An app whose default isolation is the main actor, in the language modes 6 and 5.
    .testTarget(
      name: "MainActorTests", dependencies: ["Requisite", "RequisiteTesting", "RequisiteWebSocket"],
      path: "MainActorTests",
      swiftSettings: app),
    .testTarget(
      name: "MainActorTests5", dependencies: ["Requisite", "RequisiteTesting"], path: "Links/MainActorTests5",
      swiftSettings: app + [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
