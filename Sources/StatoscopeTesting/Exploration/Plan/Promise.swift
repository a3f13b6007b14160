import Statoscope

/// In which states something is promised to be so.
enum PromiseKind: String {
  case always = "ALWAYS"
  case never = "NEVER"
  case reaches = "REACHES"
}

/// One thing that is promised of the states that are explored.
struct Promise {
  let kind: PromiseKind
  let name: String
  let isSo: (ScopeNode) throws -> Bool
  let site: CallSite

  /// Whether a scope shows what decides about the promise: that it is broken, or for `REACHES` that it is kept.
  func isDecided(by scope: ScopeNode) -> Bool {
    switch kind {
    case .always: (try? isSo(scope)) != true
    case .never: (try? isSo(scope)) != false
    case .reaches: (try? isSo(scope)) == true
    }
  }
}
