// swift-tools-version: 6.2

import PackageDescription

// The gate builds with this, as the library itself; packages that depend on this one never do.
let strict = Context.environment["STATOSCOPE_STRICT"] == "1"

let statoscope = Target.Dependency.product(name: "Statoscope", package: "statoscope")
let testing = Target.Dependency.product(name: "StatoscopeTesting", package: "statoscope")

// A package of its own, so that the library's has no dependencies.
let package = Package(
  name: "PostgresStorage",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "PostgresStorage", targets: ["PostgresStorage"]),
    .library(name: "PostgresTestServer", targets: ["PostgresTestServer"]),
  ],
  dependencies: [
    .package(name: "statoscope", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(
      name: "PostgresStorage",
      dependencies: ["CPostgres", statoscope, .product(name: "Logging", package: "swift-log")],
      resources: [.embedInCode("schema.sql")]
    ),
    // A server of its own for each test.
    .target(
      name: "PostgresTestServer",
      dependencies: [.product(name: "Subprocess", package: "swift-subprocess")]
    ),
    .testTarget(
      name: "PostgresStorageTests",
      dependencies: ["PostgresStorage", "PostgresTestServer", statoscope, testing]
    ),
    // The shop of 08-Server on several hosts, as its script makes them.
    .testTarget(name: "HostsTests", exclude: ["hosts", "hosts.d"]),
  ],
  swiftLanguageModes: [.v6]
)

if strict {
  for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
