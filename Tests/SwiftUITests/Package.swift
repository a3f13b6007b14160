// swift-tools-version: 6.2

import PackageDescription

// The bindings for SwiftUI, and the views of the tutorial, run on Linux: Statoscope is compiled once more, with a SwiftUI
// that holds just what they use and does what the user of a view would.
let package = Package(
  name: "swiftui-tests",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "SwiftUI"),
    .target(
      name: "Statoscope",
      dependencies: ["SwiftUI"],
      exclude: ["Pages/Files", "Statoscope.docc"],
      swiftSettings: [.strictMemorySafety()]
    ),
    // Without the program, which needs recordings.
    .target(
      name: "NewsReader",
      dependencies: ["Statoscope"],
      exclude: ["App/NewsReaderCommand.swift"],
      resources: [.copy("Resources/shipped-feed.xml")]
    ),
    // Without what only Xcode and an app's own target start.
    .target(
      name: "SwiftUITutorial",
      dependencies: ["Statoscope", "NewsReader", "SwiftUI"],
      exclude: ["Views/Previews.swift", "Views/NewsFeedApp.swift"]
    ),
    .testTarget(name: "SwiftUITests", dependencies: ["Statoscope", "SwiftUI"]),
    .testTarget(
      name: "SwiftUITutorialTests",
      dependencies: ["Statoscope", "NewsReader", "SwiftUITutorial", "SwiftUI"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
