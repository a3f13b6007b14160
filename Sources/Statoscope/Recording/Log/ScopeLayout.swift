import Observation

/// The stored properties of a class that are state of its own, determined once.
struct ScopeLayout {
  /// The names of the fields.
  let names: [String]
  /// For each stored property that reflection shows, superclasses first, its field; nil for a property that
  /// is not state.
  private let fields: [Field?]
  private let superclasses: Int

  private struct Field {
    let index: Int
    /// Indicates whether it is a `@Subscope` whose cases are state; the scopes in them are recorded
    /// separately.
    let isOfCases: Bool
  }

  /// Inspects the class of a scope.
  init(of scope: ScopeNode, types: ReflectedTypes) {
    superclasses = types.reflectedClass(of: scope).superclasses.count
    var names: [String] = []
    var fields: [Field?] = []
    for mirror in ScopeLayout.levels(of: scope, superclasses: superclasses) {
      for property in mirror.children {
        let isOfCases = (property.value as? any SubscopeProperty)?.hasCases == true
        let isState = isOfCases || !ScopeLayout.isHidden(property.value)
        fields.append(isState ? Field(index: names.count, isOfCases: isOfCases) : nil)
        if isState { names.append(ReflectedValue.fieldName(property.label ?? "")) }
      }
    }
    (self.names, self.fields) = (names, fields)
  }

  /// Reads the fields of a scope of that class.
  ///
  /// Complexity: O(stored properties).
  func forEachField(of scope: ScopeNode, _ body: (_ field: Int, _ value: Any) -> Void) {
    var position = 0
    guard superclasses > 0 else { return read(Mirror(reflecting: scope), from: &position, body) }
    for level in ScopeLayout.levels(of: scope, superclasses: superclasses) {
      read(level, from: &position, body)
    }
  }

  @inline(__always)
  private func read(_ mirror: Mirror, from position: inout Int, _ body: (_ field: Int, _ value: Any) -> Void)
  {
    // Not a loop, which would cost one more box per field.
    mirror.children.forEach { property in
      if position < fields.count, let field = fields[position] {
        let cases = field.isOfCases ? (property.value as? any SubscopeProperty)?.caseState : nil
        body(field.index, cases ?? property.value)
      }
      position += 1
    }
  }

  private static func levels(of scope: ScopeNode, superclasses: Int) -> [Mirror] {
    var levels = [Mirror(reflecting: scope)]
    for _ in 0..<superclasses {
      guard let parent = levels.last?.superclassMirror else { break }
      levels.append(parent)
    }
    return levels.reversed()
  }

  /// Checks whether a stored value is not state of the scope itself, such as its children, which are recorded
  /// separately.
  private static func isHidden(_ value: Any) -> Bool {
    // This applies to nil, too: an optional is hidden if its wrapped type is.
    if let container = value as? any StandardContainer {
      let parts = type(of: container).partTypes
      return parts.count == 1 && parts[0] is any HiddenState.Type
    }
    return value is any HiddenState || value is any SubscopeProperty || value is ObservationRegistrar
  }
}
