/// The text of a value, as indented lines that a person can read and a line diff can compare.
///
/// It is written from the nodes alone, and determines them: two values have the same text only if they store the same, but
/// for what is redacted and what reflection does not show. An object is written once; later occurrences refer to it: without a number
/// to the first one of its type that was written.
package struct NodeText {
  /// The format of strings with several lines.
  package enum Strings {
    /// As indented lines, which a diff compares one by one.
    case inBlocks
    /// On one line, with escaped line breaks.
    case onOneLine
  }

  /// What is still to be written.
  private enum Item {
    case node(ValueNode, label: String?, level: Int)
    case line(String, level: Int)
  }

  private let strings: Strings
  private let showsRedacted: Bool
  private var lines: [String] = []
  private var items: [Item] = []
  /// The objects that were written, each with its number among those of its type.
  private var written: [Int32: Int] = [:]
  private var counts: [String: Int] = [:]

  private init(_ node: ValueNode, _ strings: Strings, label: String? = nil, showsRedacted: Bool = false) {
    (self.strings, self.showsRedacted) = (strings, showsRedacted)
    items = [.node(node, label: label, level: 0)]
    // A loop: the deepest state must be written on a small stack.
    while let item = items.popLast() {
      switch item {
      case .line(let line, let level): lines.append(NodeText.margin(level) + line)
      case .node(let node, let label, let level): write(node, label: label, level: level)
      }
    }
  }

  // MARK: Texts

  static func lines(of node: ValueNode, _ strings: Strings, label: String? = nil) -> [String] {
    NodeText(node, strings, label: label).lines
  }

  /// Returns the text of a key on one line.
  static func text(ofKey key: ValueNode) -> String { lines(of: key, .inBlocks).joined(separator: " ") }

  /// Returns a text that has the place of a value in an order of all values.
  static func orderText(of value: Any, _ types: ReflectedTypes) -> String {
    if let number = value as? Int { return "\(number)" }
    let node = ValueNode(value, types: types)
    return NodeText(node, .inBlocks, showsRedacted: true).lines.joined(separator: " ")
  }

  // MARK: Writing

  /// Returns the margin of a level; those of very deep ones are numbered, or a text would be quadratic in its depth.
  private static func margin(_ level: Int) -> String {
    level <= widestMargin
      ? String(repeating: "  ", count: level) : String(repeating: "  ", count: widestMargin) + "(\(level)) "
  }

  private static let widestMargin = 64

  private mutating func write(_ node: ValueNode, label: String?, level: Int) {
    let margin = NodeText.margin(level)
    let prefix = label.map { "\(margin)\(PrintableText.escaped($0)): " } ?? margin
    if let section = node.section, node.isObject {
      let name = node.type.name
      if let number = written[section] {
        return lines.append("\(prefix)\(name) (shown above\(number == 1 ? "" : ", #\(number)"))")
      }
      counts[name, default: 0] += 1
      written[section] = counts[name]
    }
    let node = node.expanded ?? node
    switch node.content {
    case .redacted where !showsRedacted: lines.append(prefix + RedactedText.text)
    case .text(let text): write(text, prefix)
    case .list(let first):
      let start = first == 0 ? "" : "from index \(first): "
      write(node, prefix + node.erasedType + start + "[", "]", level)
    case .set: write(node, prefix + (node.isErased ? node.erasedType : "Set ") + "[", "]", level)
    case .dictionary:
      node.node.size == 1
        ? lines.append(prefix + node.erasedType + "[:]")
        : write(node, prefix + node.erasedType + "[", "]", level)
    case .enumCase(let name): write(node, prefix + node.nameOfErasedType + "." + name, nil, level)
    case .present: write(node, prefix + node.nameOfErasedType + ".some", nil, level)
    case .redacted: write(node, prefix + RedactedText.text, nil, level)
    case .tuple where node.node.size > 1: write(node, prefix + "tuple", nil, level)
    case .fields, .object:
      guard let range = node.rangeText else {
        return write(node, prefix + node.type.name, nil, level)
      }
      lines.append(prefix + range)
    default: lines.append(prefix + node.leafText)
    }
  }

  /// Writes a value with parts.
  private mutating func write(_ node: ValueNode, _ opening: String, _ closing: String?, _ level: Int) {
    let parts: [ValueNode.Part]
    if case .redacted = node.content {
      parts = node.nodes.map { ValueNode.Part(label: nil, node: $0) }
    } else {
      parts = node.parts
    }
    let activity = node.section.flatMap { node.tree.activities[$0] } ?? []
    guard !parts.isEmpty || closing == nil else { return lines.append(opening + (closing ?? "")) }
    lines.append(opening)
    if let closing { items.append(.line(closing, level: level)) }
    if !activity.isEmpty {
      for line in activity.reversed() { items.append(.line(line, level: level + 2)) }
      items.append(.line("effects in flight:", level: level + 1))
    }
    for part in parts.reversed() { items.append(.node(part.node, label: part.label, level: level + 1)) }
  }

  private mutating func write(_ text: String, _ prefix: String) {
    // A quotation mark alone would read as the beginning of a block.
    guard text != "\"" else { return lines.append(prefix + #""\"""#) }
    let printable = PrintableText.exact(text, lineBreaks: strings == .inBlocks ? .kept : .escaped)
    let found =
      strings == .inBlocks
      ? printable.split(separator: "\n", omittingEmptySubsequences: false) : [printable[...]]
    guard found.count > 1 else { return lines.append("\(prefix)\"\(found[0])\"") }
    let blank = String(repeating: " ", count: prefix.count)
    lines.append(prefix + "\"\"\"")
    for line in found { lines.append(blank + line.replacing("\"\"\"", with: #"\"\"\""#)) }
    lines.append(blank + "\"\"\"")
  }
}

extension ValueNode {
  /// The lines, indented by two spaces per level; control characters of values are escaped.
  package var lines: [String] { NodeText.lines(of: self, .inBlocks) }

  /// Returns the lines behind a label, such as the name of a property.
  package func lines(behind label: String?) -> [String] { NodeText.lines(of: self, .inBlocks, label: label) }

  /// The lines without those of strings: their line breaks are escaped.
  package var plainLines: [String] { NodeText.lines(of: self, .onOneLine) }

  fileprivate var isObject: Bool { if case .object = content { true } else { false } }

  /// The name of the type, where the place of the value does not name it.
  fileprivate var nameOfErasedType: String { isErased ? type.name : "" }
  fileprivate var erasedType: String { isErased ? type.name + " " : "" }

  /// The text of a value without parts.
  fileprivate var leafText: String {
    let text: String
    switch content {
    case .integer(let number): return "\(number)"
    case .bool(let flag): return "\(flag)"
    case .double(let bits): return Double(bitPattern: bits).leafText
    case .absent: return "nil"
    case .metatype(let type): return tree.types[type].name + ".self"
    case .tuple: return "()"
    case .leaf(let leaf): text = leaf.text
    case .described(let description): text = description
    case .unseen(let description): return description
    default: return ""
    }
    return isErased ? "\(type.name)(\(text))" : text
  }

  /// The text of a range, whose bounds are leaves.
  fileprivate var rangeText: String? {
    guard case .fields(let labels) = content, labels.labels == ["lowerBound", "upperBound"] else {
      return nil
    }
    let isClosed = type.name.hasPrefix("ClosedRange<")
    guard isClosed || type.name.hasPrefix("Range<"), node.size == 3 else { return nil }
    let bounds = parts.map(\.node.leafText)
    guard bounds.count == 2, !bounds.contains("") else { return nil }
    let text = bounds[0] + (isClosed ? "..." : "..<") + bounds[1]
    return isErased ? "\(type.name)(\(text))" : text
  }
}
