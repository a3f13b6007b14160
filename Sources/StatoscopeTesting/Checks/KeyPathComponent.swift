import Statoscope

/// One component of a key path, as Swift describes it.
///
/// A key path has the names of stored properties. Of computed ones it has the addresses, and on Apple's platforms names.
struct KeyPathComponent {
  /// The name of a property, or the address of a computed one.
  let name: String
  /// The type of a computed property; nil where the component has a name.
  private(set) var computedType: String?

  /// The component that is an index of an array.
  private static var arrayIndex: String? { components(of: \[Int].[0])?.last?.name }

  /// The component that is a key of a dictionary.
  private static var dictionaryKey: String? { components(of: \[Int: Int].[0])?.last?.name }

  var isArrayIndex: Bool { !isStored && name == KeyPathComponent.arrayIndex }
  var isDictionaryKey: Bool { !isStored && name == KeyPathComponent.dictionaryKey }

  /// Indicates whether it may be a stored property, which its name tells.
  var isStored: Bool { computedType == nil && !name.hasPrefix("subscript(") }

  /// Indicates whether a key path ends at an entry of a dictionary, and finding that entry cannot trap.
  static func leadsToEntry(_ keyPath: AnyKeyPath) -> Bool {
    // An entry is optional, and its description takes long to make.
    guard type(of: keyPath).valueType is any ExpressibleByNilLiteral.Type,
      let components = components(of: keyPath), components.last?.isDictionaryKey == true
    else { return false }
    return !components.contains(where: \.isArrayIndex) && !"\(keyPath)".contains("!")
  }

  /// Takes a key path apart, without optional marks; nil where its description has another form.
  static func components(of keyPath: AnyKeyPath) -> [KeyPathComponent]? {
    let root = "\\\(type(of: keyPath).rootType)"
    let description = "\(keyPath)".replacing("\u{A0}", with: " ")
    guard description.hasPrefix(root) else { return nil }
    var rest = description.dropFirst(root.count)
    var found: [KeyPathComponent] = []
    while let mark = rest.popFirst() {
      if "?!".contains(mark) { continue }
      guard mark == ".", let component = next(in: &rest) else { return nil }
      if component.name != "self" { found.append(component) }
    }
    return found
  }

  private static func next(in rest: inout Substring) -> KeyPathComponent? {
    if rest.hasPrefix("<computed ") {
      rest = rest.dropFirst("<computed ".count)
      let address = rest.prefix { $0 != " " }
      rest = rest[address.endIndex...].dropFirst()
      guard let type = block(in: &rest), rest.popFirst() == ">" else { return nil }
      return KeyPathComponent(name: String(address), computedType: String(type.dropFirst().dropLast()))
    }
    if rest.first == "`" {
      let name = rest.dropFirst().prefix { $0 != "`" }
      rest = rest[name.endIndex...].dropFirst()
      return KeyPathComponent(name: "`\(name)`")
    }
    // An element of a tuple without a label.
    if rest.first == "." { rest = rest.dropFirst() }
    let start = rest
    while let first = rest.first, !".?!".contains(first) {
      if first == "(" {
        guard block(in: &rest) != nil else { return nil }
      } else {
        rest = rest.dropFirst()
      }
    }
    let name = start[..<rest.startIndex]
    return name.isEmpty || name.hasPrefix("<") ? nil : KeyPathComponent(name: String(name))
  }

  /// Takes what stands in parentheses.
  private static func block(in rest: inout Substring) -> Substring? {
    let start = rest
    var depth = 0
    repeat {
      guard let first = rest.popFirst() else { return nil }
      if first == "(" { depth += 1 }
      if first == ")" { depth -= 1 }
    } while depth > 0
    return start[..<rest.startIndex]
  }
}

extension PropertyRead {
  /// The name of the property.
  var property: String? {
    KeyPathComponent.components(of: storage)?.last.map { ReflectedValue.fieldName($0.name) }
  }

  /// Checks whether a component of a key path is the property itself: another property that reads it is another one.
  func isRead(by component: KeyPathComponent) -> Bool {
    guard let keyPath else {
      return "\(type(of: storage).valueType)" == "Published<\(component.computedType ?? "")>"
    }
    return KeyPathComponent.components(of: keyPath)?.last?.name == component.name
  }
}

/// The elements that `[ifThere:]` reads while the key path of a step is evaluated, oldest first.
final class ElementReads: Sendable {
  @TaskLocal static var current: ElementReads?

  struct Read {
    let index: Int
    /// The optional type of the element.
    fileprivate let type: String

    /// Checks whether a component of a key path may be what has read it.
    func isRead(by component: KeyPathComponent) -> Bool {
      component.computedType.map { $0 == type } ?? component.name.contains("ifThere")
    }
  }

  private let reads = Locked<[Read]>([])

  func record(_ index: Int, _ type: Any.Type) {
    reads.withLock { $0.append(Read(index: index, type: "\(type)")) }
  }

  /// Evaluates a closure, and returns the elements that it reads.
  static func recording<Value>(_ body: () -> Value) -> (value: Value, reads: [Read]) {
    let elements = ElementReads()
    let value = $current.withValue(elements) { body() }
    return (value, elements.reads.withLock(\.self))
  }
}
