import Statoscope

/// What is explored, whatever its type: everything behind a plan works on this.
struct ExploredScope {
  /// The type, as source names it.
  let name: String
  let site: CallSite
  /// Makes a scope whose effects do not start.
  let given: () throws -> ScopeNode
  var sources: [any ChoiceSource] = []
  var stateOf: ((ScopeNode) -> AnyHashable)?
  var promises: [Promise] = []
}

/// Gives a scope back its type, in what a plan's author wrote for that type.
struct TypedScope<Sut: ScopeProtocol> {
  let sut: Sut

  init(_ node: ScopeNode) {
    guard let sut = node as? Sut else {
      preconditionFailure("a plan is for the type of scope that its own closure gives")
    }
    self.sut = sut
  }
}
