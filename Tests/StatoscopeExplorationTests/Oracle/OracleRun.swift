import Foundation

/// A number of random models, one after the other, each searched by the oracle and explored by the library.
struct OracleRun {
  let seed: UInt64
  let rounds: Range<Int>
  let isTraced: Bool

  /// The number of models of which the differences are shown.
  private static let mostFailures = 3
  /// The interval of rounds in which paths are taken again: that takes several times as long as to explore a small model.
  private static let replayedRounds = 25

  static var fromEnvironment: OracleRun {
    let settings = ProcessInfo.processInfo.environment
    func number(_ name: String) -> Int? { settings["STATOSCOPE_FUZZ_" + name].flatMap { Int($0) } }
    return OracleRun(
      seed: settings["STATOSCOPE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 32,
      rounds: number("ROUND").map { $0..<($0 + 1) } ?? 0..<(number("ROUNDS") ?? 2_500),
      isTraced: settings["STATOSCOPE_FUZZ_TRACE"] != nil
    )
  }

  /// - Returns: the texts of the differences found.
  func run() -> [String] {
    var failures: [String] = []
    var census = OracleCensus()
    for round in rounds {
      let model = OracleGenerator.model(seed: seed, round: round)
      guard let comparison = OracleComparison(of: model, replaysPaths: round % OracleRun.replayedRounds == 0)
      else {
        census.tooLarge += 1
        continue
      }
      census.add(comparison)
      guard let first = comparison.differences.first else { continue }
      let shrunk = OracleShrinker(kind: first.kind).shrink(comparison)
      failures.append(
        """
        STATOSCOPE_FUZZ_SEED=\(seed) STATOSCOPE_FUZZ_ROUND=\(round):
        \(shrunk.differences.map(\.description).joined(separator: "\n"))
        in the model
        \(shrunk.model.text)
        """
      )
      if failures.count == OracleRun.mostFailures { break }
    }
    if isTraced { FileHandle.standardError.write(Data("\(census.text)\n".utf8)) }
    return failures
  }
}

/// What the oracle and an exploration found in one model.
struct OracleComparison {
  let model: OracleModel
  let expected: OracleFindings
  /// The number of `SETTLES` and their kind whose verdict rests on the fairness of effects.
  let verdictsByFairness: Int
  let differences: [OracleDifference]

  /// The most worlds of a model.
  private static let mostWorlds = 24

  /// Compares up to a distance at which the model has not too many worlds; nil if there is none.
  init?(of model: OracleModel, replaysPaths: Bool = true) {
    guard let (search, depth) = OracleComparison.search(model) else { return nil }
    self.model = model
    let expected = OracleFindings(search)
    self.expected = expected
    verdictsByFairness = model.properties.indices.count { index in
      let property = model.properties[index]
      return expected.isComplete && property.quantifier.isAboutEffects
        && expected.lengths[index] != search.decidingLength(of: property, isFair: false)
    }
    let found = OracleExploration(model: model, replaysPaths: replaysPaths).findings(depth: depth)
    differences = expected.differences(from: found, properties: model.properties)
  }

  private static func search(_ model: OracleModel) -> (OracleSearch, depth: Int)? {
    if let search = OracleSearch(model, depth: .max, limit: mostWorlds) { return (search, .max) }
    var best: (OracleSearch, depth: Int)?
    for depth in 1... {
      guard let search = OracleSearch(model, depth: depth, limit: mostWorlds) else { break }
      best = (search, depth)
    }
    return best
  }
}

/// Counts of what the models were like, so that one can see whether the generator makes interesting ones.
struct OracleCensus {
  var tooLarge = 0
  private var models = 0
  private var complete = 0
  private var states = 0
  private var transitions = 0
  private var refusals = 0
  private var failures = 0
  private var endless = 0
  private var byFairness = 0
  private var decided: [String: (yes: Int, no: Int)] = [:]

  mutating func add(_ comparison: OracleComparison) {
    let expected = comparison.expected
    models += 1
    if expected.isComplete { complete += 1 }
    states += expected.states
    transitions += expected.transitions
    refusals += expected.refusals
    failures += expected.failures.count
    endless += expected.endless.count
    byFairness += comparison.verdictsByFairness
    for (property, length) in zip(comparison.model.properties, expected.lengths) {
      if length == nil {
        decided[property.quantifier.rawValue, default: (0, 0)].no += 1
      } else {
        decided[property.quantifier.rawValue, default: (0, 0)].yes += 1
      }
    }
  }

  var text: String {
    let verdicts = decided.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.yes) decided, \($0.value.no) not"
    }
    return """
      \(models) models, \(tooLarge) more were too large, \(complete) complete; \(states) states, \(transitions) \
      transitions, \(refusals) refusals, \(failures) failures, \(endless) types of effects that never end
      decided by fairness: \(byFairness)
      \(verdicts.joined(separator: "\n"))
      """
  }
}
