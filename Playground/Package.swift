// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the library's manifest stays without dependencies.
let package = Package(
  name: "Playground",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "PlaceholderServer", targets: ["PlaceholderServer"])
  ],
  dependencies: [
    // Named, because the folder that this repository was cloned to may be called anything.
    .package(name: "Requisite", path: ".."),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .target(
      name: "PlaceholderServer",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .testTarget(
      name: "PlaceholderServerTests",
      dependencies: ["PlaceholderServer"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
