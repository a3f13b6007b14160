/// The names that a function in source takes from the function around its call: where it is pasted, they are missing.
struct CapturedNames {
  /// In the order in which they are used, each once.
  private(set) var names: [String] = []

  /// - Parameters:
  ///   - function: the function in source.
  ///   - before: the source before its call.
  init(in function: Substring, after before: Substring) {
    let declared = CapturedNames.declared(around: before)
    let own = CapturedNames.declared(in: function)
    for (name, isMember) in CapturedNames.identifiers(in: function)
    where !isMember && declared.contains(name) && !own.contains(name) && !names.contains(String(name)) {
      names.append(String(name))
    }
  }

  /// Returns the parameters and the values of the function that a text ends in.
  private static func declared(around text: Substring) -> Set<Substring> {
    guard let function = text.ranges(of: "func ").last else { return [] }
    let rest = text[function.upperBound...]
    let signature = rest.prefix { $0 != "{" }
    let parameters = signature.split(separator: ":").dropLast().compactMap { part in
      identifiers(in: part).last?.name
    }
    return declared(in: rest).union(parameters)
  }

  /// Returns the names behind `let`, `var` and `for`.
  private static func declared(in text: Substring) -> Set<Substring> {
    var found: Set<Substring> = []
    for keyword in ["let ", "var ", "for "] {
      for range in text.ranges(of: keyword) {
        let pattern = text[range.upperBound...].prefix { !"=:\n{".contains($0) }
        found.formUnion(identifiers(in: pattern).map(\.name))
      }
    }
    return found
  }

  /// Returns the names in a text, and whether each is behind a dot or a label.
  private static func identifiers(in text: Substring) -> [(name: Substring, isMember: Bool)] {
    var found: [(name: Substring, isMember: Bool)] = []
    var (rest, last) = (text, Character(" "))
    while let first = rest.first {
      guard first.isLetter || first == "_" else {
        (last, rest) = (first, rest.dropFirst())
        continue
      }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      found.append((name, last == "." || rest.first == ":"))
      last = " "
    }
    return found
  }
}
