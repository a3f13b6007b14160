import Foundation
import Statoscope
import StatoscopeExploration
import StatoscopeTesting

/// What a search of a model has found, by the oracle or by an exploration.
struct OracleFindings {
  var states = 0
  var transitions = 0
  var depth = 0
  var isComplete = true
  /// For each property, the length of the shortest flow that decides it.
  var lengths: [Int?] = []
  /// The length of the shortest flow to each error that nothing maps to an event, by the error's code.
  var failures: [Int: Int] = [:]
  /// The number of refused events, each in each state; and those of the root.
  var refusals = 0
  var refusedByRoot: [Int: Int] = [:]
  var idleInRoot: Set<Int> = []
  /// The properties that were not judged.
  var unchecked: Set<Int> = []
  var endless: Set<String> = []
  /// The error that prevented the search.
  var error: String?

  /// Returns what differs, each as the name of the value and the two values.
  func differences(from other: OracleFindings, properties: [OracleProperty]) -> [OracleDifference] {
    if error != other.error { return [OracleDifference("error", error ?? "none", other.error ?? "none")] }
    var found: [OracleDifference] = []
    func compare<Value: Equatable>(_ name: String, _ value: (OracleFindings) -> Value) {
      let (mine, others) = (value(self), value(other))
      if mine != others { found.append(OracleDifference(name, "\(mine)", "\(others)")) }
    }
    compare("states") { $0.states }
    compare("isComplete") { $0.isComplete }
    compare("transitions") { $0.transitions }
    compare("depth") { $0.depth }
    for (index, property) in properties.enumerated() {
      let name = "\(property.quantifier.rawValue) \"p\(index)\""
      compare(name) { $0.lengths[index].map { "decided after \($0)" } ?? "not decided" }
    }
    compare("failures") { $0.failures.sorted { $0.key < $1.key }.map { "\($0.key) after \($0.value)" } }
    compare("refusals") { $0.refusals }
    compare("refused by the root") { $0.refusedByRoot }
    compare("events of the root that changed nothing") { $0.idleInRoot }
    compare("unchecked properties") { $0.unchecked }
    compare("effects that never end") { $0.endless }
    return found
  }
}

/// A value that the oracle and the exploration disagree about.
struct OracleDifference: CustomStringConvertible {
  /// What it is a value of, the same for the same kind of difference.
  let kind: String
  let description: String

  init(_ name: String, _ expected: String, _ found: String) {
    kind = String(name.prefix { $0 != " " })
    description = "\(name): should be \(expected), is \(found)"
  }
}

extension OracleFindings {
  init(_ search: OracleSearch) {
    let model = search.model
    let graphProperties = model.properties.indices.filter { model.properties[$0].quantifier.isOfGraph }
    states = search.worlds.count
    transitions = search.transitions
    depth = search.depths.max() ?? 0
    isComplete = search.isComplete
    unchecked = isComplete ? [] : Set(graphProperties)
    lengths = model.properties.map { property in
      property.quantifier.isOfGraph && !search.isComplete ? nil : search.decidingLength(of: property)
    }
    failures = search.failures
    refusals = search.refusals
    refusedByRoot = search.refusedByRoot
    idleInRoot = search.sentToRoot.subtracting(search.changedByRoot)
    endless = Set(search.endless.map(\.typeName))
  }
}

extension OracleEffectType {
  fileprivate var typeName: String {
    switch self {
    case .load: "OracleLoad"
    case .save: "OracleSave"
    case .feed: "OracleFeed"
    }
  }
}

// MARK: What an exploration has found

extension OracleFindings {
  init(_ exploration: Exploration, of model: OracleModel) {
    states = exploration.states
    transitions = exploration.transitions
    depth = exploration.depth
    isComplete = exploration.isComplete
    unchecked = Set(exploration.uncheckedProperties.compactMap { Int($0.dropFirst()) })
    endless = Set(exploration.effectsThatNeverEnd)
    lengths = model.properties.indices.map { index in
      model.properties[index].quantifier == .reaches
        ? exploration.flow(reaching: "p\(index)")?.steps.count
        : exploration.counterexamples.first { $0.checks("p\(index)") }?.stepsToCycle
    }
    for flow in exploration.counterexamples {
      if let code = flow.thrownCode { failures[code] = flow.steps.count }
    }
    for (label, count) in exploration.refusedEvents {
      refusals += count
      if let event = OracleFindings.eventOfRoot(label) { refusedByRoot[event] = count }
    }
    idleInRoot = Set(exploration.eventsThatChangedNothing.compactMap(OracleFindings.eventOfRoot))
  }

  /// The number of an event by its label; nil for an end of an effect, or an event of a child, whose path precedes it.
  private static func eventOfRoot(_ label: String) -> Int? {
    label.hasPrefix("sent(") ? Int(label.dropFirst(5).dropLast()) : nil
  }
}

extension Exploration.Flow {
  /// Checks whether the flow ends with a property.
  fileprivate func checks(_ property: String) -> Bool {
    source.contains(".THEN(\"\(property)\")") || source.contains(".THEN_Not(\"\(property)\")")
  }

  /// The number of steps, without those of a turn of a cycle.
  fileprivate var stepsToCycle: Int {
    let parts = source.components(separatedBy: "// One turn of the cycle:")
    guard parts.count == 2, var rest = Optional(parts[0][...]) else { return steps.count }
    return steps.prefix { step in
      // All of its lines, as its last ones may be those of the turn's first step.
      step.split(separator: "\n").allSatisfy { line in
        guard let found = rest.range(of: line.trimmingCharacters(in: .whitespaces)) else { return false }
        rest = rest[found.upperBound...]
        return true
      }
    }.count
  }

  /// The code of the error in which the flow ends; nil for another flow.
  fileprivate var thrownCode: Int? {
    guard !source.contains(".THEN") else { return nil }
    let title = source.prefix { $0 != "\n" }
    return [0, 1, 2].first { title.contains("OracleOffline(code: \($0))") }
  }
}
