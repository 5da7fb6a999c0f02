// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the library's manifest stays without dependencies.
let services: [Target.Dependency] = [
  .product(name: "Requisite", package: "Requisite"),
  .product(name: "RequisiteTesting", package: "Requisite"),
  .product(name: "RequisiteWebSocket", package: "Requisite"),
]

let package = Package(
  name: "Playground",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "TodoAPI", targets: ["TodoAPI"]),
    .library(name: "PlaceholderServer", targets: ["PlaceholderServer"]),
    .executable(name: "todos", targets: ["todos"]),
    .executable(name: "examples", targets: ["examples-tool"]),
    // For the tests of Integrations/.
    .library(name: "BuiltTool", targets: ["BuiltTool"]),
  ],
  dependencies: [
    // Named, because the folder that this repository was cloned to may be called anything.
    .package(name: "Requisite", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // The requests of a todo client, and the client's parts, one protocol a resource.
    .target(
      name: "TodoAPI",
      dependencies: [
        .product(name: "Requisite", package: "Requisite"),
        .product(name: "RequisiteWebSocket", package: "Requisite"),
      ]
    ),
    // A JSONPlaceholder on the loopback interface. Of the library it uses the reader of multipart forms.
    .target(
      name: "PlaceholderServer",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Requisite", package: "Requisite"),
      ]
    ),
    // What the command line tool does, as a library, so that tests reach it.
    .target(
      name: "TodoCommands",
      dependencies: [
        "TodoAPI", "PlaceholderServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "RequisiteWebSocket", package: "Requisite"),
      ]
    ),
    .executableTarget(
      name: "todos",
      dependencies: [
        "TodoCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // The only file of Requisite.playground, by a link, compiled and run as a program.
    .executableTarget(
      name: "Tour",
      dependencies: [
        "TodoAPI", "PlaceholderServer",
        .product(name: "Requisite", package: "Requisite"),
        .product(name: "RequisiteTesting", package: "Requisite"),
      ]
    ),
    // Small programs, one a file, each of them run in its tests.
    .target(
      name: "Examples", dependencies: ["TodoAPI", .product(name: "Requisite", package: "Requisite")]),
    // Kinds of program, as a new user writes them. `.ci/compile-failures` compiles them as in an app of Xcode's template, too.
    .target(name: "Services", dependencies: services),
    .testTarget(
      name: "ServicesTests", dependencies: ["Services"] + services,
      exclude: ["aws-cases.json", "aws-oracle.py"]),
    .target(
      name: "ExampleServer",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .executableTarget(
      name: "examples-tool", dependencies: ["Examples", "ExampleServer", "PlaceholderServer"]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Examples", "ExampleServer", "PlaceholderServer", "TodoAPI", "BuiltTool",
        .product(name: "RequisiteTesting", package: "Requisite"),
      ]),
    .testTarget(name: "PlaceholderServerTests", dependencies: ["PlaceholderServer"]),
    .testTarget(
      name: "TodoAPITests",
      dependencies: [
        "TodoAPI", "PlaceholderServer", .product(name: "RequisiteTesting", package: "Requisite"),
      ],
      exclude: ["Placeholder/Recordings"]),
    .testTarget(
      name: "TodoCommandsTests",
      dependencies: [
        "TodoCommands", "BuiltTool", "todos", .product(name: "RequisiteTesting", package: "Requisite"),
        .product(name: "FlyingFox", package: "FlyingFox"),
      ]),
    .testTarget(name: "TourTests", dependencies: ["BuiltTool", "Tour"], exclude: ["tour.txt"]),
    .target(name: "BuiltTool", path: "Tests/BuiltTool"),
  ],
  swiftLanguageModes: [.v6]
)
