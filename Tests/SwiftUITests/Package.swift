// swift-tools-version: 6.2

import PackageDescription

// The bindings for SwiftUI, run on Linux: Statoscope is compiled once more, with a SwiftUI that holds just what they use
// and does what the user of a view would.
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
    .testTarget(name: "SwiftUITests", dependencies: ["Statoscope", "SwiftUI"]),
  ],
  swiftLanguageModes: [.v6]
)
