// swift-tools-version: 6.2

import PackageDescription

// The gate builds with this, as the library itself.
let strict = Context.environment["STATOSCOPE_STRICT"] == "1"

let statoscope = Target.Dependency.product(name: "Statoscope", package: "statoscope")
let recording = Target.Dependency.product(name: "StatoscopeRecording", package: "statoscope")
let exploration = Target.Dependency.product(name: "StatoscopeExploration", package: "statoscope")
let postgres = Target.Dependency.product(name: "PostgresStorage", package: "PostgresStorage")
let postgresServer = Target.Dependency.product(name: "PostgresTestServer", package: "PostgresStorage")
let testing = Target.Dependency.product(name: "StatoscopeTesting", package: "statoscope")

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
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
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
    .target(
      name: "ShopDomain",
      dependencies: [statoscope, .product(name: "Crypto", package: "swift-crypto")]
    ),
    .target(
      name: "ShopStore",
      dependencies: [
        "ShopDomain", statoscope,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "ShopServer",
      dependencies: [
        "ShopDomain", "ShopStore", statoscope, recording,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ]
    ),
    .executableTarget(
      name: "shop",
      dependencies: [
        "ShopServer", "ShopStore", "ShopDomain", postgres, statoscope,
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ]
    ),
    .target(
      name: "ShopClient",
      dependencies: [
        "ShopDomain",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]
    ),
    .executableTarget(name: "shop-load", dependencies: ["shop", "ShopClient", "ShopDomain"]),
    .executableTarget(name: "shop-walk", dependencies: ["shop", "ShopClient", "ShopDomain"]),
    .target(
      name: "ShopTestSupport",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      path: "Tests/ShopTestSupport"
    ),
    .testTarget(name: "ShopDomainTests", dependencies: ["ShopDomain", statoscope, testing, exploration]),
    .testTarget(
      name: "ShopStoreTests",
      dependencies: [
        "ShopStore", "ShopDomain", "ShopTestSupport", statoscope, testing,
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "ShopServerTests",
      dependencies: [
        "shop", "ShopServer", "ShopClient", "ShopStore", "ShopDomain", "ShopTestSupport",
        postgres, postgresServer, statoscope, testing,
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Metrics", package: "swift-metrics"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

if strict {
  for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
