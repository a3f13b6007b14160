import Foundation

/// The cost of a growth's work in this build, a debug one, compared with what a release build of it has measured.
///
/// Tests run in debug builds, and explorations are what takes time in them.
struct DebugComparison {
  /// How many times the release build's time a piece of work may take.
  static let budget = 5.0
  /// The fastest of so many samples counts, as in release builds: whatever else the machine does can only make one slower.
  static let mostSamples = 30
  /// Sizes up to this one are compared.
  static let largest = 4_096

  let line: String
  let isWithinBudget: Bool

  /// Measures the largest size that both have.
  ///
  /// - Parameter release: what the release build has measured, of all growths.
  @MainActor init(_ growth: Growth, release: [Finding]) async {
    let known = release.first { $0.name == growth.name }?.points ?? []
    guard let point = known.last(where: { $0.size <= DebugComparison.largest }) else {
      line = "\(growth.name): the release build has measured no size up to \(DebugComparison.largest)"
      isWithinBudget = false
      return
    }
    let work = growth.prepare(point.size)
    var ratio = Double.infinity
    // Another sample of one that is within its budget would tell nothing more.
    for _ in 0..<DebugComparison.mostSamples where ratio > DebugComparison.budget {
      ratio = min(ratio, await CPUTime.of(growth.count(point.size), work) / point.nanoseconds)
    }
    isWithinBudget = ratio <= DebugComparison.budget
    line =
      "\(growth.name): \(point.size) \(growth.measureOfSize) in debug take "
      + String(format: "%.1f times what they take in release, of %.0f", ratio, DebugComparison.budget)
      + (isWithinBudget ? "" : "  OVER BUDGET")
  }
}
