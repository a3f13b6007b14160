// swift-tools-version: 6.2

import PackageDescription

// The gate builds with this, as the library itself.
let strict = Context.environment["STATOSCOPE_STRICT"] == "1"

let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")

// A package of its own, so that the library's has no dependencies.
let package = Package(
  name: "shop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "statoscope", path: "../.."),
    .package(path: "../PostgresStorage"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      from: "2.28.1",
      traits: ["FullFoundation"]
    ),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(
      url: "https://github.com/apple/swift-configuration",
      from: "1.4.0",
      traits: ["CommandLineArguments"]
    ),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "shop",
      dependencies: [
        nio,
        .product(name: "Statoscope", package: "statoscope"),
        .product(name: "PostgresStorage", package: "PostgresStorage"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      resources: [.embedInCode("Pages/shop.js"), .embedInCode("Pages/shop.css")]
    ),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "shop", nio,
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "StatoscopeTesting", package: "statoscope"),
        .product(name: "StatoscopeExploration", package: "statoscope"),
        .product(name: "PostgresTestServer", package: "PostgresStorage"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

if strict {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
