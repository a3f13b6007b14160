import Statoscope
import StatoscopeTesting

/// The explored scope, independent of its type, as the search uses it.
struct ExploredScope {
  /// The type, as it is named in source.
  let name: String
  let location: CallLocation
  /// Creates a scope whose effects do not start.
  let given: () throws -> ScopeNode
  var sources: [any ChoiceSource] = []
  var stateOf: ((ScopeNode) -> AnyHashable)?
  var promises: [Promise] = []
}

/// Restores the type of a scope for closures of the plan's author.
struct TypedScope<Sut: ScopeProtocol> {
  let sut: Sut

  init(_ node: ScopeNode) {
    guard let sut = node as? Sut else {
      preconditionFailure("a plan is for the type of scope that its own closure gives")
    }
    self.sut = sut
  }
}
