// swift-tools-version: 6.1
import PackageDescription

// An executable that uses the library, to be linked with --static-swift-stdlib: the functions of libcurl must be found
// in such a build too.
let package = Package(
  name: "StaticBuild",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Requisite", path: "../..")],
  targets: [
    .executableTarget(
      name: "StaticBuild", dependencies: [.product(name: "Requisite", package: "Requisite")])
  ],
  swiftLanguageModes: [.v6]
)
