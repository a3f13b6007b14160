/// A step of a flow test as source.
package struct StepSource {
  /// The arguments of each `WITH` around the step, outermost first.
  private let within: [String]
  private let content: [String]
  /// Comments above the step, and above the `WITH`s that it needs.
  package var remarks: [String] = []

  package init(within: [String] = [], lines: [String]) {
    (self.within, content) = (within, lines)
  }

  /// The lines of the step alone, without remarks.
  package var lines: [String] { StepSource.lines(of: [StepSource(within: within, lines: content)]) }

  /// The same as one text.
  package var text: String { lines.joined(separator: "\n") }

  /// Joins steps, those in the same case between one `WITH` and its `POP`.
  package static func lines(of steps: [StepSource]) -> [String] {
    var lines: [String] = []
    var within: [String] = []
    for step in steps {
      let (entered, isSame) = (step.within, step.within == within)
      lines += (isSame ? [] : within.map { _ in ".POP()" }) + step.remarks
      lines += (isSame ? [] : entered.map { ".WITH(\($0))" }) + step.content
      within = entered
    }
    return lines + within.map { _ in ".POP()" }
  }
}

/// The address of a scope in the steps of a flow test: a key path, or the case of a ``ScopeEnum``, and `WITH` for each case
/// around it.
package struct ScopeAddress {
  /// The cases on the path, outermost first, as arguments of `WITH`: `\.path[ifThere: 0], as: Detail.self`.
  private var cases: [String] = []

  /// The key path from the last case, or from the root; nil if the scope is that case's scope, or the root.
  private let keyPath: String?

  /// - Parameter steps: the last path segment of each scope on the path from the root, with the scope's type.
  package init(_ steps: some Sequence<(step: String, type: String)>) {
    var open: [String] = []
    for (step, type) in steps {
      guard let dot = step.topLevelDots.first else {
        open.append(step.withIndexIfThere)
        continue
      }
      let path = ScopeTree.keyPath(open + [step[..<dot].withIndexIfThere])
      cases.append("\(path), as: \(type).self")
      open = []
    }
    keyPath = open.isEmpty ? nil : ScopeTree.keyPath(open)
  }

  /// Finds the address of a scope from the root of its tree.
  ///
  /// Complexity: O(depth × siblings in the properties on the path).
  package init(of scope: ScopeNode) {
    self.init(ScopeTree(scope).scopesFromRoot.map { ($0.segment.source, $0.scope.typeName) })
  }

  /// Returns a step written for this scope.
  ///
  /// - Parameter step: formats the step from the text that precedes its other arguments: a key path or a case and a
  ///   comma, or nothing.
  package func step(_ step: (_ address: String) -> String) -> StepSource {
    StepSource(
      within: keyPath == nil ? Array(cases.dropLast()) : cases,
      lines: [step((keyPath ?? cases.last).map { $0 + ", " } ?? "")]
    )
  }
}

extension StringProtocol {
  /// The path segment with an index that fails its step if there is no such element: that of an array traps.
  fileprivate var withIndexIfThere: String {
    guard last == "]", let bracket = lastIndex(of: "[") else { return String(self) }
    return self[...bracket] + "ifThere: " + self[index(after: bracket)...] + "?"
  }

  /// The indices of the dots outside brackets and strings.
  fileprivate var topLevelDots: [Index] {
    var depth = 0
    var isInString = false
    var isEscaped = false
    return indices.filter { index in
      let character = self[index]
      if isInString {
        if character == "\"", !isEscaped { isInString = false }
        isEscaped = character == "\\" && !isEscaped
        return false
      }
      switch character {
      case "[", "(": depth += 1
      case "]", ")": depth -= 1
      case "\"": isInString = true
      default: break
      }
      return depth == 0 && character == "."
    }
  }
}
