import Statoscope

/// In which states something is promised to be so.
enum PromiseKind: String {
  case always = "ALWAYS"
  case never = "NEVER"
  case reaches = "REACHES"
  case alwaysReachable = "ALWAYS_REACHABLE"
  case settles = "SETTLES"

  /// Indicates whether it is judged on the finished graph, and not state by state.
  var isOfGraph: Bool { self == .alwaysReachable || self == .settles }
}

/// One thing that is promised of the states that are explored.
struct Promise {
  let kind: PromiseKind
  let name: String
  let isSo: (ScopeNode) throws -> Bool
  let site: CallSite

  /// Checks whether a scope shows what decides about the promise: that it is broken, or for `REACHES` that it
  /// is kept.
  ///
  /// Of a promise that is judged on the graph, whether a flow to this scope may show that it is broken.
  func isDecided(by scope: ScopeNode) -> Bool {
    switch kind {
    case .always, .alwaysReachable, .settles: (try? isSo(scope)) != true
    case .never: (try? isSo(scope)) != false
    case .reaches: (try? isSo(scope)) == true
    }
  }
}
