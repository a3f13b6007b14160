import Observation

/// Any value as indented lines that a person can read and a line diff can compare.
///
/// Objects seen on the way down to themselves are cut, so cycles end. Dictionaries and sets are sorted, so equal
/// values print equally.
package struct StateText {
  /// What lies deeper is cut: the text is for people, and a small stack must do for the deepest state.
  package static let deepestLevel = 64

  /// How values of several lines read.
  package enum Strings {
    /// As indented lines, which a diff compares one by one.
    case inBlocks
    /// With their line breaks escaped: each line of the text is one that the writer made.
    case onOneLine
  }

  /// The lines, indented by two spaces a level; control characters of values are escaped.
  package let lines: [String]

  /// Describes a value.
  ///
  /// Complexity: O(size of the value).
  ///
  /// - Parameters:
  ///   - label: what stands before it, such as the name of a property.
  ///   - strings: how strings with line breaks read.
  package init(_ value: Any, label: String? = nil, strings: Strings = .inBlocks) {
    var writer = Writer(strings: strings)
    writer.write(value, label: label, indent: 0)
    lines = writer.lines
  }
}

private struct Writer {
  let strings: StateText.Strings
  var lines: [String] = []
  /// The objects between the top and where we are.
  private var ancestors: Set<ObjectIdentifier> = []

  init(strings: StateText.Strings) {
    self.strings = strings
  }

  mutating func write(_ value: Any, label: String?, indent: Int) {
    let prefix =
      String(repeating: " ", count: indent * 2) + (label.map { "\(PrintableText.escaped($0)): " } ?? "")
    guard indent <= StateText.deepestLevel else {
      lines.append(prefix + "… (more than \(StateText.deepestLevel) levels deep)")
      return
    }
    let value = StateText.unwrapped(value)
    if let text = StateText.inline(value, strings) {
      lines.append(contentsOf: text.indented(behind: prefix))
      return
    }
    let mirror = Mirror(reflecting: value)
    let object = mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : nil
    if let object {
      guard ancestors.insert(object).inserted else {
        lines.append(prefix + typeName(type(of: value)) + " (shown above)")
        return
      }
    }
    defer { if let object { ancestors.remove(object) } }
    switch mirror.displayStyle {
    case .collection: writeElements(mirror.children.map(\.value), prefix, "[", "]", indent)
    case .set: writeElements(StateText.sorted(mirror.children.map(\.value)), prefix, "Set [", "]", indent)
    case .dictionary: writeDictionary(mirror, prefix, indent)
    default: writeFields(of: value, mirror, prefix, indent)
    }
  }

  private mutating func writeElements(
    _ elements: [Any],
    _ prefix: String,
    _ open: String,
    _ close: String,
    _ indent: Int
  ) {
    guard !elements.isEmpty else {
      lines.append(prefix + open + close)
      return
    }
    lines.append(prefix + open)
    for element in elements { write(element, label: nil, indent: indent + 1) }
    lines.append(String(repeating: " ", count: indent * 2) + close)
  }

  private mutating func writeDictionary(_ mirror: Mirror, _ prefix: String, _ indent: Int) {
    let entries = StateText.entries(of: mirror)
    guard !entries.isEmpty else {
      lines.append(prefix + "[:]")
      return
    }
    lines.append(prefix + "[")
    for entry in entries {
      write(entry.value, label: entry.key, indent: indent + 1)
    }
    lines.append(String(repeating: " ", count: indent * 2) + "]")
  }

  private mutating func writeFields(of value: Any, _ mirror: Mirror, _ prefix: String, _ indent: Int) {
    let name = typeName(type(of: value))
    if mirror.displayStyle == .enum, let payload = mirror.children.first {
      lines.append(prefix + ".\(payload.label ?? name)")
      write(payload.value, label: nil, indent: indent + 1)
      return
    }
    lines.append(prefix + (mirror.displayStyle == .tuple ? "tuple" : name))
    for field in StateText.fields(of: mirror) { write(field.value, label: field.label, indent: indent + 1) }
  }
}

extension StateText {
  /// A value that fits on one line as it is: a string in quotes, an enum case, a number, a date.
  fileprivate static func inline(_ value: Any, _ strings: Strings = .inBlocks) -> String? {
    if let text = value as? String {
      let printable = printable(text, strings)
      return printable.contains("\n") ? "\"\"\"\n\(printable)\n\"\"\"" : "\"\(printable)\""
    }
    return plain(value).map { printable($0, strings) }
  }

  private static func printable(_ text: String, _ strings: Strings) -> String {
    PrintableText.escaped(text, lineBreaks: strings == .inBlocks ? .kept : .escaped)
  }

  /// A value other than a string that fits on one line.
  private static func plain(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: return nil
    case .enum where mirror.children.isEmpty: return ".\(value)"
    case .enum: return nil
    case .optional: return "nil"
    case .class, .struct, .tuple, .foreignReference, .none:
      if mirror.displayStyle != .class, let text = value as? any CustomStringConvertible {
        return text.description
      }
      return mirror.children.isEmpty && mirror.displayStyle != .class ? String(describing: value) : nil
    @unknown default: return String(describing: value)
    }
  }

  /// The value inside optionals, property wrappers' storage left to ``fields(of:)``.
  fileprivate static func unwrapped(_ value: Any) -> Any {
    var value = value
    while Mirror(reflecting: value).displayStyle == .optional,
      let inner = Mirror(reflecting: value).children.first
    {
      value = inner.value
    }
    return value
  }

  fileprivate static func sorted(_ values: [Any]) -> [Any] {
    values.map { (StateText($0).lines, $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
      .map(\.1)
  }

  /// The stored properties of a value, of its superclasses too, without what the library itself stores.
  fileprivate static func fields(of mirror: Mirror) -> [(label: String?, value: Any)] {
    let inherited = mirror.superclassMirror.flatMap { parent in
      parent.subjectType == ScopeNode.self ? nil : fields(of: parent)
    }
    return (inherited ?? []) + mirror.children.compactMap { field(label: $0.label, value: $0.value) }
  }

  private static func field(label: String?, value: Any) -> (label: String?, value: Any)? {
    // What `@Observable` stores for itself is no state of the scope's.
    guard !(value is ObservationRegistrar) else { return nil }
    // A property wrapper's storage is named after the property, behind an underscore.
    let name = label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
    guard let shown = value as? any ShownState else { return (name, value) }
    return shown.shownState.map { (name, $0) }
  }
}

extension StateText {
  /// A value taken apart by one level: what to call the whole, and its parts by their names.
  package struct Parts {
    package enum Kind: Equatable {
      case fields(type: String)
      case list
      case dictionary
    }

    package let kind: Kind
    package let parts: [(label: String, value: Any)]
    /// The object that was taken apart, to know it again further down.
    package let object: ObjectIdentifier?
  }

  /// Takes a value apart by one level; nil for one that reads as a whole, such as a number, a set or an enum.
  package static func parts(of value: Any) -> Parts? {
    let value = unwrapped(value)
    guard inline(value) == nil else { return nil }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection:
      let parts = mirror.children.enumerated().map { (label: "[\($0.offset)]", value: $0.element.value) }
      return Parts(kind: .list, parts: parts, object: nil)
    case .dictionary:
      let parts = entries(of: mirror).map { (label: "[\($0.key)]", value: $0.value) }
      return Parts(kind: .dictionary, parts: parts, object: nil)
    case .class, .struct, .tuple:
      let parts = fields(of: mirror).map { (label: $0.label ?? "", value: $0.value) }
      let object = mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : nil
      return Parts(kind: .fields(type: typeName(type(of: value))), parts: parts, object: object)
    default:
      return nil
    }
  }

  /// The entries of a dictionary by the text of their keys, in its order.
  fileprivate static func entries(of mirror: Mirror) -> [(key: String, value: Any)] {
    let entries = mirror.children.compactMap { child -> (key: String, value: Any)? in
      let parts = Array(Mirror(reflecting: child.value).children)
      guard parts.count == 2 else { return nil }
      return (StateText(parts[0].value).lines.joined(separator: " "), parts[1].value)
    }
    return entries.sorted { $0.key < $1.key }
  }
}

/// A stored value that shows another in its place, such as a property wrapper, or nothing when it is no state.
package protocol ShownState {
  var shownState: Any? { get }
}

/// A stored value that is no state, such as a property wrapper that looks something up.
package protocol HiddenState: ShownState {}

extension HiddenState {
  package var shownState: Any? { nil }
}

extension String {
  /// This text behind a prefix, its further lines as deep as the first.
  fileprivate func indented(behind prefix: String) -> [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let blank = String(repeating: " ", count: prefix.count)
    return lines.enumerated().map { index, line in (index == 0 ? prefix : blank) + line }
  }
}
