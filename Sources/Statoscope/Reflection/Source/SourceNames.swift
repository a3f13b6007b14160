/// Names in source, in backticks where the compiler requires them.
enum SourceNames {
  /// Returns the name of a type; nil for a type that is declared inside a function, which has none outside.
  ///
  /// At run time an existential type has lost its `Sendable`, which most values that are sent as events need, and
  /// which no place minds.
  static func name(of type: Any.Type) -> String? {
    if let type = type as? any SourceNamed.Type { return type.sourceName }
    let name = String(reflecting: type)
    // A private type has one context, a local one that of its function in that of its file.
    guard !name.contains(").(unknown context at $") else { return nil }
    guard isExistential(type) else { return typeName(type) }
    switch typeName(type) {
    case "Any": return "any Sendable"
    case "Error": return "any Error"
    case let name: return "any \(name) & Sendable"
    }
  }

  /// Returns the name of a generic type with its arguments; nil if one of them has none.
  static func name(_ generic: String, _ arguments: Any.Type...) -> String? {
    let names = arguments.compactMap(name(of:))
    return names.count == arguments.count ? "\(generic)<\(names.joined(separator: ", "))>" : nil
  }

  /// Returns a type as a value.
  static func metatype(_ type: Any.Type) -> String? {
    if isExistential(type) { return type == Any.self ? "Any.self" : "(any \(typeName(type))).self" }
    return name(of: type).map { $0.contains(" ") && !$0.hasPrefix("[") ? "(\($0)).self" : $0 + ".self" }
  }

  /// Checks whether a type is that of any value which conforms to protocols.
  static func isExistential(_ type: Any.Type) -> Bool {
    String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
  }

  /// Returns the name of a case, which stands behind a dot; nil for one that means a metatype there.
  static func member(_ name: String) -> String? {
    if metatypes.contains(name) { return nil }
    return isPlain(name) && !reservedMembers.contains(name) ? name : quoted(name)
  }

  /// Returns the label of a part and a colon; empty for an element of a tuple without a label, which is called .0.
  static func label(of part: ReflectedValue.Part) -> String {
    guard let name = part.label, !name.hasPrefix(".") else { return "" }
    return (isPlain(name) && !reservedLabels.contains(name) ? name : quoted(name)) + ": "
  }

  /// Indicates whether a type belongs to this library, whose structures have no public memberwise initializers.
  static func isOfLibrary(_ type: Any.Type) -> Bool {
    modules.contains(String(String(reflecting: type).prefix { $0 != "." }))
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
    "StatoscopeCompatibility", "StatoscopeTestingCompatibility",
  ]
}

/// A type with a short name, or with arguments that may be existential types.
protocol SourceNamed {
  static var sourceName: String? { get }

  /// The type inside an optional; nil for other types.
  static var wrapped: Any.Type? { get }
}

extension SourceNamed {
  static var wrapped: Any.Type? { nil }
}
