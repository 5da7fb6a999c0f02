// swift-tools-version: 6.2
import PackageDescription

// Executables that use the library, to be linked with --static-swift-stdlib: the functions of libcurl must be found in
// such a build too. With --disable-default-traits they use it without its trait FoundationNetworking.
let package = Package(
  name: "StaticBuild",
  platforms: [.macOS(.v13)],
  traits: [.default(enabledTraits: ["FoundationNetworking"]), .trait(name: "FoundationNetworking")],
  dependencies: [
    .package(
      name: "Requisite", path: "../..",
      traits: [.trait(name: "FoundationNetworking", condition: .when(traits: ["FoundationNetworking"]))])
  ],
  targets: [
    .executableTarget(
      name: "StaticBuild", dependencies: [.product(name: "Requisite", package: "Requisite")]),
    // A program with stubs: compiles RequisiteTesting without the trait.
    .executableTarget(
      name: "StubbedBuild",
      dependencies: [
        .product(name: "Requisite", package: "Requisite"),
        .product(name: "RequisiteTesting", package: "Requisite"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
