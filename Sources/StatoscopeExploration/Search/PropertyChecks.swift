import Statoscope
import StatoscopeTesting

/// A condition, and the states that must satisfy it.
struct Property {
  /// The states that must satisfy the condition.
  enum Kind: String {
    case always = "ALWAYS"
    case never = "NEVER"
    case reaches = "REACHES"
    case alwaysReachable = "ALWAYS_REACHABLE"
    case settles = "SETTLES"
    case leadsTo = "LEADS_TO"
    case eventually = "EVENTUALLY"
    case neverStuck = "NEVER_STUCK"

    /// Indicates whether it is checked on the finished graph rather than state by state.
    var isAboutGraph: Bool { self == .alwaysReachable || self == .neverStuck || isAboutEffects }

    /// Indicates whether it is about what effects lead to when no further event is sent.
    var isAboutEffects: Bool { self == .settles || self == .leadsTo || self == .eventually }
  }

  /// The position among the properties of the plan.
  let index: Int
  let kind: Kind
  let name: String
  /// For `LEADS_TO`, where the condition has to come to hold.
  var premise: ((ScopeNode) throws -> Bool)?
  /// For `NEVER_STUCK`, the states that may have no way out; nil if none may.
  let condition: ((ScopeNode) throws -> Bool)?
  let location: CallLocation

  /// The step of the plan, as it is named in texts.
  var text: String { "\(kind.rawValue) \"\(PrintableText.escaped(name))\"" }

  /// Checks whether a scope decides the property: violates it, or for `REACHES` satisfies it.
  ///
  /// For a property of the graph, checks whether a flow to this scope may show a violation.
  func isDecided(by scope: ScopeNode) -> Bool {
    switch kind {
    case .always, .alwaysReachable, .settles, .leadsTo, .eventually, .neverStuck: !holds(in: scope)
    case .never: (try? condition?(scope)) != false
    case .reaches: holds(in: scope)
    }
  }

  /// Checks the condition; an error counts as false.
  func holds(in scope: ScopeNode) -> Bool { (try? condition?(scope)) == true }
}

/// Checks the properties while states are found, and records the path that decides each; their flows are written when the
/// search has ended.
final class PropertyChecks: SearchObserver {
  /// What a path shows.
  enum Finding {
    /// It decides a property of states.
    case property(Property)
    /// An update throws an error that is no refusal of the event.
    case error(any Error)
  }

  private(set) var undecided: [Property]
  private var found: [(finding: Finding, path: [Choice])] = []
  private var errors: Set<String> = []

  /// The flows that violate a property or show an error, in the order in which they were found.
  private(set) var counterexamples: [Exploration.Flow] = []
  /// The flows that satisfy a `REACHES` property, by its name.
  private(set) var reached: [String: Exploration.Flow] = [:]

  init(_ properties: [Property]) {
    undecided = properties
  }

  /// The `REACHES` properties that no state has satisfied.
  var unreached: [Property] { undecided.filter { $0.kind == .reaches } }

  /// The other properties of states that no state has violated.
  var satisfied: [Property] { undecided.filter { $0.kind != .reaches && !$0.kind.isAboutGraph } }

  // MARK: The search

  var isWatching: Bool { undecided.contains { !$0.kind.isAboutGraph } }

  func didBegin(_ root: ScopeNode, in graph: ExploredGraph) { check(root) { [] } }

  // Even without a change: a property may depend on values that are not state, such as an injected fake.
  func didPerform(_ performed: Search.Performed) { check(performed.root) { performed.path } }

  private func check(_ root: ScopeNode, path: () -> [Choice]) {
    for property in undecided where !property.kind.isAboutGraph && property.isDecided(by: root) {
      undecided.removeAll { $0.index == property.index }
      found.append((.property(property), path()))
    }
  }

  /// Records an error, each text once.
  func didThrow(_ error: any Error, after path: [Choice]) {
    if errors.insert("\(error)").inserted { found.append((.error(error), path)) }
  }

  // MARK: Flows

  /// Writes the flows of what was found.
  ///
  /// - Parameter write: creates the flow, and reports it if it is a failure.
  func writeFlows(_ write: (_ finding: Finding, _ path: [Choice]) throws -> Exploration.Flow) throws {
    for (finding, path) in found {
      let flow = try write(finding, path)
      if case .property(let property) = finding, property.kind == .reaches {
        reached[property.name] = flow
      } else {
        counterexamples.append(flow)
      }
    }
    found = []
  }

  /// Checks the properties of the whole graph.
  func checkGraph(_ findViolation: (Property) throws -> Exploration.Flow?) throws {
    for property in undecided where property.kind.isAboutGraph {
      guard let flow = try findViolation(property) else { continue }
      undecided.removeAll { $0.index == property.index }
      counterexamples.append(flow)
    }
  }
}
