/// Names in source, in backticks where the compiler requires them.
enum SourceNames {
  /// Returns the name of a type; nil for a type that is declared inside a function, which has none outside.
  static func name(of type: Any.Type) -> String? {
    let name = String(reflecting: type)
    // A private type has one context, a local one that of its function in that of its file.
    guard !name.contains(").(unknown context at $") else { return nil }
    return typeName(type)
  }

  /// Returns the name of a case, which stands behind a dot; nil for one that means a metatype there.
  static func member(_ name: String) -> String? {
    if metatypes.contains(name) { return nil }
    return isPlain(name) && !reservedMembers.contains(name) ? name : quoted(name)
  }

  /// Returns the label of an argument.
  static func label(_ name: String) -> String {
    isPlain(name) && !reservedLabels.contains(name) ? name : quoted(name)
  }

  /// Indicates whether a type belongs to this library, whose structures have no public memberwise initializers.
  static func isOfLibrary(_ type: Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return modules.contains(String(module))
  }

  private static func quoted(_ name: String) -> String {
    rawIdentifiers(in: name.hasPrefix("`") ? name : "`\(name)`")
  }

  /// Returns a text with the spaces of raw identifiers, in place of which the runtime has no-break spaces.
  static func rawIdentifiers(in text: String) -> String {
    text.utf8.contains(0xA0) ? text.replacing("\u{A0}", with: " ") : text
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.first, first == "_" || first.isLetter || !first.isASCII else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII && !$0.isWhitespace }
  }

  private static let reservedMembers: Set = ["self", "Self", "init", "Any", "_"]
  private static let reservedLabels: Set = ["inout", "_"]
  private static let metatypes: Set = ["Type", "Protocol"]
  private static let modules: Set = [
    "Statoscope", "StatoscopeRecording", "StatoscopeTesting", "StatoscopeExploration",
    "StatoscopeCompatibility",
    "StatoscopeTestingCompatibility",
  ]
}
