import Foundation

/// The cost of a growth's work in this build, a debug one, compared with what a release build of it has measured.
///
/// Tests run in debug builds, and explorations are what takes time in them.
struct DebugComparison {
  /// How many times the release build's time a piece of work may take.
  static let budget = 5.0
  /// The fastest of so many samples counts, as in release builds: whatever else the machine does can only make one slower.
  static let samples = 7
  /// Sizes up to this one are compared.
  static let largest = 4_096

  private let growth: Growth
  private let point: Curve.Point?
  private let work: (@MainActor (_ count: Int) async -> Void)?
  private var ratio = Double.infinity

  /// Prepares the largest size that both have.
  ///
  /// - Parameter release: what the release build has measured, of all growths.
  @MainActor init(_ growth: Growth, release: [Finding]) {
    let known = release.first { $0.name == growth.name }?.points ?? []
    self.growth = growth
    point = known.last { $0.size <= DebugComparison.largest }
    work = point.map { growth.prepare($0.size) }
  }

  /// Takes another sample; in turns with others, as the release build does, so that one slow second is not in all of them.
  @MainActor mutating func sample() async {
    guard let point, let work else { return }
    ratio = min(ratio, await CPUTime.of(growth.count(point.size), work) / point.nanoseconds)
  }

  var isWithinBudget: Bool { ratio <= DebugComparison.budget }

  var line: String {
    guard let point else {
      return "\(growth.name): the release build has measured no size up to \(DebugComparison.largest)"
    }
    return "\(growth.name): \(point.size) \(growth.measureOfSize) in debug take "
      + String(format: "%.1f times what they take in release, of %.0f", ratio, DebugComparison.budget)
      + (isWithinBudget ? "" : "  OVER BUDGET")
  }
}
