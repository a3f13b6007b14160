// swift-tools-version: 6.2

import PackageDescription

// The gate builds with this, as the library itself.
let strict = Context.environment["STATOSCOPE_STRICT"] == "1"

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
        .product(name: "StatoscopeRecording", package: "statoscope"),
        .product(name: "StatoscopeTesting", package: "statoscope"),
        .product(name: "StatoscopeExploration", package: "statoscope"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

if strict {
  for target in package.targets where target.name == "benchmarks" {
    target.swiftSettings = [.treatAllWarnings(as: .error)]
  }
}
