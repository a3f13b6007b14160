// swift-tools-version: 6.2

import PackageDescription

// The gate builds with this, as the library itself.
let strict = Context.environment["STATOSCOPE_STRICT"] == "1"

let statoscope = Target.Dependency.product(name: "Statoscope", package: "statoscope")
let testing = Target.Dependency.product(name: "StatoscopeTesting", package: "statoscope")

// A package of its own, so that the library's has no dependencies.
let package = Package(
  name: "shop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "statoscope", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "ShopDomain", dependencies: [statoscope]),
    .target(
      name: "ShopStore",
      dependencies: [
        "ShopDomain", statoscope,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(name: "ShopTestSupport", path: "Tests/ShopTestSupport"),
    .testTarget(name: "ShopDomainTests", dependencies: ["ShopDomain", statoscope, testing]),
    .testTarget(
      name: "ShopStoreTests",
      dependencies: ["ShopStore", "ShopDomain", "ShopTestSupport", statoscope, testing]
    ),
  ],
  swiftLanguageModes: [.v6]
)

if strict {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
