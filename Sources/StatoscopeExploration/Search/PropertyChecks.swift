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

/// Checks the properties, and collects the flows that decide them; each property is decided once.
final class PropertyChecks {
  private let write: (_ property: Property, _ path: [Choice]) throws -> Exploration.Flow
  private let writeError: (_ error: any Error, _ path: [Choice]) throws -> Exploration.Flow
  private(set) var undecided: [Property]
  private var errors: Set<String> = []

  /// The flows that violate a property or show an error, in the order in which they were found.
  private(set) var counterexamples: [Exploration.Flow] = []
  /// The flows that satisfy a `REACHES` property, by its name.
  private(set) var reached: [String: Exploration.Flow] = [:]

  /// - Parameters:
  ///   - write: creates the flow that decides a property, and reports it if it violates the property.
  ///   - writeError: creates and reports the flow that leads to an unexpected error of an update.
  init(
    _ properties: [Property],
    write: @escaping (_ property: Property, _ path: [Choice]) throws -> Exploration.Flow,
    writeError: @escaping (_ error: any Error, _ path: [Choice]) throws -> Exploration.Flow
  ) {
    undecided = properties
    self.write = write
    self.writeError = writeError
  }

  /// The `REACHES` properties that no state has satisfied.
  var unreached: [Property] { undecided.filter { $0.kind == .reaches } }

  /// The other properties of states that no state has violated.
  var satisfied: [Property] { undecided.filter { $0.kind != .reaches && !$0.kind.isAboutGraph } }

  /// Checks a scope that has just taken a path.
  func check(_ root: ScopeNode, path: () -> [Choice]) throws {
    for property in undecided where !property.kind.isAboutGraph && property.isDecided(by: root) {
      record(try write(property, path()), for: property)
    }
  }

  /// Checks the properties of the whole graph.
  func checkGraph(_ findViolation: (Property) throws -> Exploration.Flow?) throws {
    for property in undecided where property.kind.isAboutGraph {
      if let flow = try findViolation(property) { record(flow, for: property) }
    }
  }

  private func record(_ flow: Exploration.Flow, for property: Property) {
    undecided.removeAll { $0.index == property.index }
    if property.kind == .reaches { reached[property.name] = flow } else { counterexamples.append(flow) }
  }

  /// Reports an error of an update that is no refusal of the event; each text once.
  func report(_ error: any Error, path: [Choice]) throws {
    guard !errors.contains("\(error)") else { return }
    counterexamples.append(try writeError(error, path))
    errors.insert("\(error)")
  }
}
