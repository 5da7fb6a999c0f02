// swift-tools-version: 6.2
import PackageDescription

/// Where libcurl is the transport.
let curl = TargetDependencyCondition.when(platforms: [.linux, .android])
let apples: [Platform] = [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]
let apple = TargetDependencyCondition.when(platforms: apples)

let package = Package(
  name: "Requisite",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Requisite", targets: ["Requisite"]),
    .library(name: "RequisiteJSON", targets: ["RequisiteJSON"]),
    .library(name: "RequisiteSwiftUI", targets: ["RequisiteSwiftUI"]),
    .library(name: "RequisiteTesting", targets: ["RequisiteTesting"]),
    .library(name: "RequisiteWebSocket", targets: ["RequisiteWebSocket"]),
  ],
  traits: [
    .default(enabledTraits: ["FoundationNetworking"]),
    .trait(
      name: "FoundationNetworking",
      description: """
        URLRequest, URLSession, HTTPURLResponse and URLError in the API on Linux. Without it nothing of Foundation beyond \
        FoundationEssentials is used there. It changes nothing on Apple platforms.
        """),
  ],
  // Empty for good: everything the library needs is in the toolchain or the system.
  dependencies: [],
  targets: [
    .target(
      name: "Requisite",
      dependencies: [
        "CRequisiteZip", .target(name: "CurlEngine", condition: curl), "RequisiteJSON", "RequisitePlatform",
      ]),
    // JSON to and from Codable types; knows nothing of HTTP.
    .target(name: "RequisiteJSON", dependencies: ["RequisitePlatform"]),
    // Lock, files, queues, hashes, randomness and bytes, and the one import of Foundation and the C library. Its declarations
    // have `package` access, but for the error of a file.
    .target(name: "RequisitePlatform", dependencies: [.target(name: "RequisitePrivacy", condition: apple)]),
    // The privacy manifest, for all that stands on RequisitePlatform.
    .target(name: "RequisitePrivacy", resources: [.copy("PrivacyInfo.xcprivacy")]),
    // libcurl for Swift Concurrency; knows nothing of Requisite. Its declarations have `package` access.
    // Xcode's scheme of the package builds it on Apple's platforms too, where nothing uses it.
    .target(name: "CurlEngine", dependencies: ["CRequisiteCurl", "RequisitePlatform"]),
    // Finds libcurl and the libraries that libcurl loads, and links none of them. Its files are empty on systems other than Linux.
    .target(name: "CRequisiteCurl", dependencies: ["CRequisiteZip"]),
    // zlib for bodies and messages: a part of Apple's systems, elsewhere found when it is used.
    .target(
      name: "CRequisiteZip",
      linkerSettings: [
        .linkedLibrary("z", .when(platforms: apples))
      ]),
    // The client in SwiftUI's environment. Apart, because every program that imports a module with `import SwiftUI` loads SwiftUI.
    // Empty where there is no SwiftUI.
    .target(name: "RequisiteSwiftUI", dependencies: ["Requisite"]),
    .target(name: "RequisiteTesting", dependencies: ["Requisite"]),
    // WebSocket as a return type.
    .target(name: "RequisiteWebSocket", dependencies: ["CRequisiteZip", "Requisite"]),
    // Fixtures of the tests: the raw-socket server, and TLS for it. Not products.
    .target(name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/Support"),
    .target(name: "CTestSupport", path: "Tests/SupportC"),
    .testTarget(name: "RequisitePlatformTests", dependencies: ["RequisitePlatform", "TestSupport"]),
    // Empty where libcurl is not the transport.
    .testTarget(
      name: "CurlEngineTests", dependencies: [.target(name: "CurlEngine", condition: curl), "TestSupport"]),
    .testTarget(name: "RequisiteJSONTests", dependencies: ["RequisiteJSON"]),
    .testTarget(name: "SupportTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "RequisiteTestingTests", dependencies: ["Requisite", "RequisiteTesting", "TestSupport"],
      exclude: ["Fixtures"]),
    // Empty where there is no Combine and no SwiftUI; Tests/AppleStandIns runs it on Linux.
    .testTarget(name: "CombineTests", dependencies: ["Requisite", "RequisiteSwiftUI"]),
    .testTarget(
      name: "RequisiteTests",
      dependencies: [
        .target(name: "CurlEngine", condition: curl), "Requisite", "RequisiteTesting", "TestSupport",
      ]),
    .testTarget(
      name: "RequisiteWebSocketTests",
      dependencies: ["Requisite", "RequisiteTesting", "RequisiteWebSocket", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
