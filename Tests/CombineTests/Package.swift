// swift-tools-version: 6.2

import PackageDescription

// As on Apple's platforms, scopes publish with Combine: Statoscope is compiled once more, with OpenCombine by that name.
// `.ci/combine` runs the tests but those of `left-out`, which says why.

/// A module for which `canImport(Combine)` is true.
func library(_ name: String, on modules: Target.Dependency...) -> Target {
  let pages = name == "Statoscope" ? ["Pages/Files"] : []
  return .target(
    name: name,
    dependencies: modules + ["Combine"],
    exclude: pages + ["\(name).docc"],
    swiftSettings: [.strictMemorySafety()]
  )
}

let libraries: [Target.Dependency] = [
  "Combine", "Statoscope", "StatoscopeRecording", "StatoscopeTesting", "StatoscopeExploration", "TestSupport",
]

/// Some of the tests of a folder, and what makes key paths as on Apple's platforms.
func tests(
  _ name: String,
  at path: String? = nil,
  on modules: Target.Dependency...,
  excluding files: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: libraries + modules + ["NamedKeyPaths"],
    path: path.map { "Tests/\($0)" },
    exclude: files
  )
}

let package = Package(
  name: "combine-tests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0")],
  targets: [
    .target(name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")]),
    .target(name: "NamedKeyPaths"),
    library("Statoscope"),
    library("StatoscopeRecording", on: "Statoscope"),
    library("StatoscopeTesting", on: "Statoscope"),
    library("StatoscopeExploration", on: "Statoscope", "StatoscopeTesting"),
    library("StatoscopeCompatibility", on: "Statoscope"),
    library("StatoscopeTestingCompatibility", on: "Statoscope", "StatoscopeTesting"),
    .target(name: "TestSupport", dependencies: ["Statoscope"]),
    .target(name: "PlanTestSupport", dependencies: libraries),
    tests(
      "StatoscopeTests",
      excluding: [
        "Core/Effects", "Core/Tree/Home", "Core/Tree/TwoConformancesTests.swift", "Fuzz", "Logging", "Pages",
        "Reflection/Random", "Storage/Backend", "Storage/DurabilityTests.swift", "Storage/File",
        "Storage/ReadableValueTests.swift", "Storage/Remote", "Storage/StorageConcurrencyTests.swift",
      ]
    ),
    tests(
      "StatoscopeTestingTests",
      on: "PlanTestSupport",
      excluding: ["Snapshots/__Snapshots__", "Storage"]
    ),
    tests("StatoscopeExplorationTests", on: "PlanTestSupport", excluding: ["Oracle"]),
    tests("StatoscopeRecordingTests", excluding: ["Fixtures"]),
    tests(
      "StatoscopeCompatibilityTests",
      on: "StatoscopeCompatibility",
      "StatoscopeTestingCompatibility",
      "PlanTestSupport"
    ),
    tests("ReadmeTests"),
    tests("SeedBasicTests", at: "SeedTests/Basic"),
    tests("SeedBasicWithEffectsTests", at: "SeedTests/BasicWithEffects"),
  ],
  swiftLanguageModes: [.v6]
)
