import Statoscope
import StatoscopeTesting

/// The quantifier of a promise: the states that must satisfy its condition.
enum PropertyKind: String {
  case always = "ALWAYS"
  case never = "NEVER"
  case reaches = "REACHES"
  case alwaysReachable = "ALWAYS_REACHABLE"
  case settles = "SETTLES"

  /// Indicates whether it is judged on the finished graph rather than state by state.
  var isOfGraph: Bool { self == .alwaysReachable || self == .settles }
}

/// A condition that is promised for the explored states.
struct Promise {
  let kind: PropertyKind
  let name: String
  let isSo: (ScopeNode) throws -> Bool
  let location: CallLocation

  /// Checks whether a scope decides the promise: breaks it, or for `REACHES` satisfies it.
  ///
  /// For a promise that is judged on the graph, checks whether a flow to this scope may show that it is
  /// broken.
  func isDecided(by scope: ScopeNode) -> Bool {
    switch kind {
    case .always, .alwaysReachable, .settles: (try? isSo(scope)) != true
    case .never: (try? isSo(scope)) != false
    case .reaches: (try? isSo(scope)) == true
    }
  }
}
