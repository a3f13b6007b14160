/// How the steps of a flow test address a scope: through a key path, and below a case of a ``ScopeEnum`` through `WITH`.
package struct ScopeAddress {
  /// The steps that enter the cases on the way, outermost first: `WITH(\.path[0], as: Detail.self)`.
  package private(set) var entries: [String] = []

  /// The key path from the last case, or from the root; nil where the scope is that case's, or the root.
  package let keyPath: String?

  /// - Parameter steps: the last step of the key path of each scope on the way from the root, with the scope's type.
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

  /// Finds the way to a scope from the root of its tree.
  ///
  /// Complexity: O(depth × siblings in the properties on the way).
  package init(of scope: ScopeNode) {
    self.init(ScopeTree(scope).wayFromRoot.map { ($0.step, $0.scope.typeName) })
  }

  /// A step that is written for this scope, with those that lead to it and back.
  ///
  /// - Parameter step: makes the step's source from what its other arguments follow: a key path and a comma, or nothing.
  package func steps(_ step: (_ address: String) -> String) -> [String] {
    entries.map { "." + $0 } + [step(keyPath.map { $0 + ", " } ?? "")] + entries.map { _ in ".POP()" }
  }
}

extension StringProtocol {
  /// The dots that are not between brackets.
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
