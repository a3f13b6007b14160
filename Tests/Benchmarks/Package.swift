// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the library's stays without C and without anything only benchmarks need.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "statoscope", path: "../..")],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "AllocationCounter",
        .product(name: "Statoscope", package: "statoscope"),
        .product(name: "StatoscopeTesting", package: "statoscope"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
