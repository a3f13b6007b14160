/// The address of a scope in the steps of a flow test: a key path, and `WITH` for each case of a
/// ``ScopeEnum`` on it.
package struct ScopeAddress {
  /// The steps that enter the cases on the path, outermost first: `WITH(\.path[0], as: Detail.self)`.
  package private(set) var entries: [String] = []

  /// The key path from the last case, or from the root; nil if the scope is that case's scope, or the root.
  package let keyPath: String?

  /// - Parameter steps: the last path segment of each scope on the path from the root, with the scope's type.
  package init(_ steps: some Sequence<(step: String, type: String)>) {
    var open: [String] = []
    for (step, type) in steps {
      guard let dot = step.topLevelDots.first else {
        open.append(step)
        continue
      }
      entries.append("WITH(\(ScopeTree.keyPath(open + [String(step[..<dot])])), as: \(type).self)")
      open = []
    }
    keyPath = open.isEmpty ? nil : ScopeTree.keyPath(open)
  }

  /// Finds the address of a scope from the root of its tree.
  ///
  /// Complexity: O(depth × siblings in the properties on the path).
  package init(of scope: ScopeNode) {
    self.init(ScopeTree(scope).scopesFromRoot.map { ($0.segment.text, $0.scope.typeName) })
  }

  /// Returns a step written for this scope, with the steps that enter and leave its cases.
  ///
  /// - Parameter step: formats the step from the text that precedes its other arguments: a key path and a
  ///   comma, or nothing.
  package func steps(_ step: (_ address: String) -> String) -> [String] {
    entries.map { "." + $0 } + [step(keyPath.map { $0 + ", " } ?? "")] + entries.map { _ in ".POP()" }
  }
}

extension StringProtocol {
  /// The indices of the dots outside brackets.
  var topLevelDots: [Index] {
    var depth = 0
    return indices.filter { index in
      switch self[index] {
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      return depth == 0 && self[index] == "."
    }
  }
}
