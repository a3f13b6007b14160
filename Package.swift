// swift-tools-version: 6.2

import PackageDescription

// The gate builds with this; packages that depend on this one never do.
let strict = Context.environment["STATOSCOPE_STRICT"] == "1"

/// A module that apps and tests import.
func library(
  _ name: String,
  on modules: Target.Dependency...,
  excluding files: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name,
    dependencies: modules,
    exclude: files,
    resources: resources,
    swiftSettings: [.strictMemorySafety()]
  )
}

// What the App Store asks for. Elsewhere it would only make a bundle, which a static executable lacks.
let privacy = "PrivacyInfo.xcprivacy"
#if os(macOS)
  let (resources, unused): ([Resource], [String]) = ([.process(privacy)], [])
#else
  let (resources, unused): ([Resource], [String]) = ([], [privacy])
#endif

let libraries: [Target.Dependency] = [
  "Statoscope", "StatoscopeRecording", "StatoscopeTesting", "StatoscopeExploration",
]
let formerNames: [Target.Dependency] = ["StatoscopeCompatibility", "StatoscopeTestingCompatibility"]

/// A folder with a page, its code, and the tests of both.
func tutorial(_ name: String, at folder: String) -> Target {
  .testTarget(
    name: name,
    dependencies: libraries + ["TestSupport", "TutorialSupport"],
    path: "Tutorials/\(folder)",
    exclude: ["README.md"]
  )
}

let package = Package(
  name: "statoscope",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Statoscope", targets: ["Statoscope"]),
    .library(name: "StatoscopeRecording", targets: ["StatoscopeRecording"]),
    .library(name: "StatoscopeTesting", targets: ["StatoscopeTesting"]),
    .library(name: "StatoscopeExploration", targets: ["StatoscopeExploration"]),
    .library(name: "StatoscopeCompatibility", targets: ["StatoscopeCompatibility"]),
    .library(name: "StatoscopeTestingCompatibility", targets: ["StatoscopeTestingCompatibility"]),
    .executable(name: "newsfeed", targets: ["newsfeed"]),
  ],
  dependencies: [],
  targets: [
    // The files of the pages; .ci/page-files writes them into a Swift file.
    library("Statoscope", excluding: ["Pages/Files"] + unused, resources: resources),
    library("StatoscopeRecording", on: "Statoscope"),
    library("StatoscopeTesting", on: "Statoscope"),
    library("StatoscopeExploration", on: "Statoscope", "StatoscopeTesting"),
    library("StatoscopeCompatibility", on: "Statoscope"),
    library("StatoscopeTestingCompatibility", on: "Statoscope", "StatoscopeTesting"),
    .target(
      name: "NewsReader",
      dependencies: ["Statoscope", "StatoscopeRecording"],
      path: "Tutorials/NewsReader/Sources/NewsReader",
      resources: [.copy("Resources/shipped-feed.xml")]
    ),
    .executableTarget(
      name: "newsfeed",
      dependencies: ["NewsReader"],
      path: "Tutorials/NewsReader/Sources/newsfeed"
    ),
    .testTarget(
      name: "NewsReaderTests",
      dependencies: libraries + ["NewsReader", "TestSupport"],
      path: "Tutorials/NewsReader/Tests/NewsReaderTests"
    ),
    .target(
      name: "TutorialSupport",
      dependencies: ["Statoscope", "StatoscopeTesting"],
      path: "Tutorials/Support"
    ),
    tutorial("StateAndWhenTutorialTests", at: "01-StateAndWhen"),
    tutorial("EffectsTutorialTests", at: "02-Effects"),
    tutorial("InjectionTutorialTests", at: "03-Injection"),
    tutorial("ScopesTutorialTests", at: "04-Scopes"),
    tutorial("MiddlewareTutorialTests", at: "05-Middleware"),
    tutorial("TestingTutorialTests", at: "06-Testing"),
    tutorial("ExplorationTutorialTests", at: "07-Exploration"),
    // Its views are compiled on Apple's platforms only.
    .target(
      name: "SwiftUITutorial",
      dependencies: ["Statoscope", "NewsReader"],
      path: "Tutorials/09-SwiftUI/Sources"
    ),
    .testTarget(
      name: "SwiftUITutorialTests",
      dependencies: ["Statoscope", "StatoscopeTesting", "NewsReader", "SwiftUITutorial", "TutorialSupport"],
      path: "Tutorials/09-SwiftUI/Tests"
    ),
    tutorial("VoiceMemosTutorialTests", at: "10-VoiceMemos"),
    .target(name: "TestSupport", dependencies: ["Statoscope"], path: "Tests/TestSupport"),
    // What tests of plans and of explorations share.
    .target(
      name: "PlanTestSupport",
      dependencies: libraries + ["TestSupport"],
      path: "Tests/PlanTestSupport"
    ),
    .executableTarget(
      name: "storage-writer",
      dependencies: ["Statoscope", "TestSupport"],
      path: "Tests/StorageWriter"
    ),
    // A class, and two modules that each make it a scope with events of another type.
    .target(name: "SharedScope", dependencies: ["Statoscope"], path: "Tests/TwoConformances/SharedScope"),
    .target(
      name: "NumberEvents",
      dependencies: ["Statoscope", "SharedScope"],
      path: "Tests/TwoConformances/NumberEvents"
    ),
    .target(
      name: "TextEvents",
      dependencies: ["Statoscope", "SharedScope"],
      path: "Tests/TwoConformances/TextEvents"
    ),
    .testTarget(
      name: "StatoscopeTests",
      dependencies: libraries + ["TestSupport", "SharedScope", "NumberEvents", "TextEvents"],
      exclude: ["Core/Tree/Home/CompilerPins"]
    ),
    .testTarget(
      name: "StatoscopeTestingTests",
      dependencies: libraries + ["TestSupport", "PlanTestSupport"],
      exclude: ["Snapshots/__Snapshots__"]
    ),
    .testTarget(
      name: "StatoscopeExplorationTests",
      dependencies: libraries + ["TestSupport", "PlanTestSupport"]
    ),
    .testTarget(
      name: "StatoscopeRecordingTests",
      dependencies: libraries + ["TestSupport"],
      exclude: ["Fixtures"]
    ),
    // The folder Program is also compiled into programs of its own, with the sources that the library generates.
    .testTarget(
      name: "GeneratedSourcesTests",
      dependencies: libraries + ["TestSupport", "PlanTestSupport"]
    ),
    .testTarget(
      name: "StatoscopeCompatibilityTests",
      dependencies: libraries + formerNames + ["TestSupport", "PlanTestSupport"]
    ),
    .testTarget(
      name: "MainActorModuleTests",
      dependencies: libraries,
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: libraries + ["TestSupport"]
    ),
    .testTarget(name: "ReadmeTests", dependencies: libraries + ["TestSupport"]),
    .testTarget(
      name: "NeighbourReportTests",
      dependencies: libraries + ["TestSupport", "PlanTestSupport"],
      path: "Tests/NeighbourReports"
    ),
    // As users of the first Statoscope write: its names, in Swift 5 mode.
    .testTarget(
      name: "FirstStatoscopeTests",
      dependencies: ["Statoscope", "StatoscopeTesting"] + formerNames,
      swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures")]
    ),
    .testTarget(
      name: "SeedBasicTests",
      dependencies: ["Statoscope", "StatoscopeTesting"],
      path: "Tests/SeedTests/Basic"
    ),
    .testTarget(
      name: "SeedBasicWithEffectsTests",
      dependencies: ["Statoscope", "StatoscopeTesting"],
      path: "Tests/SeedTests/BasicWithEffects"
    ),
  ],
  swiftLanguageModes: [.v6]
)

// What has threads of its own, or actors, and what that needs: the thread sanitizer is built for no more.
if Context.environment["STATOSCOPE_CONCURRENT"] == "1" {
  let tests: Set<String> = [
    "StatoscopeTests", "StatoscopeTestingTests", "StatoscopeRecordingTests", "MainActorModuleTests",
    "NewsReaderTests",
  ]
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

if strict {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    if target.name == "FirstStatoscopeTests" {
      target.swiftSettings?.append(.treatWarning("DeprecatedDeclaration", as: .warning))
    }
  }
}
