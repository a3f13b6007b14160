import Foundation

/// The one reader of values: it takes them apart with reflection, and makes a tree of nodes of them.
///
/// An object is read once, whatever refers to it, and compared by its contents, wherever it is in memory. Objects are
/// read one after the other and never recursively, so the longest chain of them needs no more stack than one; and so
/// are values inside many others, such as those of a long indirect enumeration.
package struct ValueReader {
  /// What is read of objects.
  package enum Objects {
    /// Their stored properties; an actor by its type, because its state must not be read from outside.
    case withState
    /// The same, with the identity of each scope: a list of scopes is compared by which scopes it holds.
    case withIdentity
    /// With their stored properties, and the library's own objects with their activity: scopes with their effects.
    case withActivity
    /// The same, but scopes by their types, for the cases that hold them: a recorder reads each scope on its own.
    case withoutScopes
    /// By their types: the properties of a value that several actors may use can be changing.
    case byType
  }

  /// What gets a section of its own.
  private struct Section {
    /// The object with the knowledge about its class; nil for a value deep inside others.
    let object: AnyObject?
    let reflected: ReflectedClass?
    let deepValue: Any?
    /// The first of its nodes, once it is read.
    var start: Int32 = 0
  }

  /// The number of values inside each other that are read at once: each takes some of the stack.
  private static let deepestAtOnce = 64

  let types: ReflectedTypes
  let objects: Objects
  /// Indicates whether leaves are only compared with others of the same reader's types, by their numbers.
  private let numbersLeaves: Bool
  var nodes: [ValueTree.Node] = []
  var unseen: [String] = []
  var scopes: [Int32: ScopeIdentity] = [:]
  var activities: [Int32: [String]] = [:]
  private var sections: [Section] = []
  private var nextSection = 0
  /// The sections of objects by their identities, once there are many.
  private var numbers: [ObjectIdentifier: Int32] = [:]
  private var depth = 0
  /// The knowledge about the type of the last value.
  var lastType: ReflectedType?
  /// The number of values so far of which the bytes do not say all, such as references to objects.
  var changeableCount = 0

  init(_ types: ReflectedTypes, objects: Objects = .withState, numbersLeaves: Bool = false) {
    (self.types, self.objects, self.numbersLeaves) = (types, objects, numbersLeaves)
  }

  /// Forgets what was read, and keeps the room for as much.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    if sections.count > ValueReader.fewSections { numbers = [:] }
    sections.removeAll(keepingCapacity: true)
    (nextSection, hasObjects, hasFoundationErrors) = (0, false, false)
    // Few states have any, and without optimization an empty collection takes long to make.
    if !unseen.isEmpty { unseen = [] }
    guard objects != .withState else { return }
    (scopes, activities) = ([:], [:])
  }

  /// What was read.
  var tree: ValueTree {
    ValueTree(
      types: types,
      nodes: nodes,
      sections: sections.map(\.start),
      unseen: unseen,
      scopes: scopes,
      activities: activities
    )
  }

  /// Returns a value as a tree, with all that it refers to.
  ///
  /// Complexity: O(size of the value).
  static func tree(of value: Any, _ types: ReflectedTypes, objects: Objects = .withState) -> ValueTree {
    var reader = ValueReader(types, objects: objects)
    reader.read(value, declared: DeclaredType.of(value))
    while reader.hasMore { reader.readSection() }
    return reader.tree
  }

  // MARK: Sections

  /// A dictionary pays off for many objects only.
  private static let fewSections = 24

  /// Indicates whether values referred to objects, or are deep inside others, that are still to be read.
  var hasMore: Bool { nextSection < sections.count }

  /// Reads the next object or deep value.
  ///
  /// - Returns: an object of the library, to whose state more may belong.
  @discardableResult
  mutating func readSection() -> AnyObject? {
    let number = nextSection
    nextSection += 1
    sections[number].start = Int32(nodes.count)
    let section = sections[number]
    guard let object = section.object, let reflected = section.reflected else {
      if let value = section.deepValue { read(value) }
      return nil
    }
    read(contentsOf: object, of: reflected, Int32(number))
    return reflected.isLibraryObject ? object : nil
  }

  /// Adds a reference to an object.
  mutating func refer(
    to object: AnyObject,
    _ reflected: ReflectedClass,
    _ type: Int32,
    _ isErased: Bool
  ) {
    hasObjects = true
    changeableCount += 1
    let section =
      number(of: object) ?? add(Section(object: object, reflected: reflected, deepValue: nil))
    add(.section(section), type, isErased)
  }

  private func number(of object: AnyObject) -> Int32? {
    guard sections.count <= ValueReader.fewSections else { return numbers[ObjectIdentifier(object)] }
    var number = 0
    // Without optimization a closure for each of them takes ten times as long.
    while number < sections.count {
      if sections[number].object === object { return Int32(number) }
      number += 1
    }
    return nil
  }

  /// Adds a section, and returns its number.
  private mutating func add(_ section: Section) -> Int32 {
    sections.append(section)
    guard sections.count > ValueReader.fewSections else { return Int32(sections.count - 1) }
    let isFirst = sections.count == ValueReader.fewSections + 1
    for number in (isFirst ? 0 : sections.count - 1)..<sections.count {
      if let object = sections[number].object { numbers[ObjectIdentifier(object)] = Int32(number) }
    }
    return Int32(sections.count - 1)
  }

  // MARK: Values

  /// Adds a number that is no value of the app.
  mutating func add(number: Int) {
    add(.integer(number), -1, false)
  }

  /// Indicates whether the value refers to objects.
  private(set) var hasObjects = false
  /// Indicates whether an error of Foundation was read, whose own hash may end the process.
  private(set) var hasFoundationErrors = false

  @inline(__always)
  mutating func add(_ content: ValueTree.Content, _ type: Int32, _ isErased: Bool) {
    nodes.append(ValueTree.Node(content: content, type: type, isErased: isErased))
  }

  /// Adds a node with the parts that a closure reads.
  @inline(__always)
  mutating func add(
    _ content: ValueTree.Content,
    _ type: Int32,
    _ isErased: Bool,
    _ readParts: (inout ValueReader) -> Void
  ) {
    let start = nodes.count
    add(content, type, isErased)
    depth += 1
    readParts(&self)
    depth -= 1
    nodes[start].size = Int32(nodes.count - start)
  }

  /// Reads a value.
  ///
  /// - Parameter declared: the type that its place was declared with; nil where it is that of the value.
  mutating func read(_ value: Any, declared: Any.Type? = nil) {
    let type = type(of: value)
    // The elements of a list are of one type as a rule, and the properties of adjacent objects.
    if let lastType, lastType.type == type { return read(value, of: lastType, declared) }
    let known = types[type]
    lastType = known
    read(value, of: known, declared)
  }

  /// Reads a value of a known type.
  private mutating func read(_ value: Any, of known: ReflectedType, _ declared: Any.Type?) {
    let isErased = declared.map { $0 != known.type } ?? false
    switch known.style {
    case .integer: add(.integer(value as? Int ?? 0), known.number, isErased)
    case .bool: add(.bool(value as? Bool == true), known.number, isErased)
    case .double: add(.double((value as? Double ?? 0).bitPattern), known.number, isErased)
    case .text: add(.text(value as? String ?? ""), known.number, isErased)
    case .leaf:
      guard let maker = types[known.number].leafMaker else { return }
      let leaf: ValueTree.Content =
        numbersLeaves ? .integer(maker.number(of: value)) : .leaf(maker.leaf(of: value))
      add(leaf, known.number, isErased)
    case .byte: read(byte: isErased ? known.unboxed(value) : value, known, isErased)
    case .object: read(object: ObjectReference(value).object, isErased: isErased)
    case .shown:
      changeableCount += 1
      guard let shown = (value as? any ShownState)?.shownState else {
        return add(.nothing, known.number, false)
      }
      read(shown, declared: DeclaredType.of(shown))
    case .nothing: add(.nothing, known.number, false)
    case .floatingPoint:
      if let value = value as? any BinaryFloatingPoint { read(number: value, known, isErased) }
    case .metatype:
      if let type = value as? Any.Type { add(.metatype(types[type].number), known.number, isErased) }
    case .unseen: read(unseen: value, known, isErased)
    case .redacted, .vector, .error, .optional, .array, .dictionary, .set, .erasedKey, .encodable, .reflected:
      guard depth < ValueReader.deepestAtOnce else {
        changeableCount += 1
        let section = add(Section(object: nil, reflected: nil, deepValue: value))
        return add(.section(section), known.number, isErased)
      }
      read(partsOf: value, known, isErased)
    }
  }

  /// Reads an object, or the value of Foundation that it is.
  mutating func read(object: AnyObject) { read(object: object, isErased: false) }

  private mutating func read(object: AnyObject, isErased: Bool) {
    if objects == .byType || objects == .withoutScopes && object is any LibraryObject {
      let known = types[type(of: object)]
      add(.unseen(types[known.number].name), known.number, isErased)
    } else {
      let reflected = types.reflectedClass(of: object)
      refer(to: object, reflected, reflected.type.number, isErased)
    }
  }

  mutating func read(unseen value: Any, _ known: ReflectedType, _ isErased: Bool, text: String? = nil) {
    changeableCount += 1
    unseen.append(types[known.number].name)
    add(.unseen(text ?? types[known.number].name), known.number, isErased)
  }

  /// Reads an enumeration whose values are one byte; its parts are read once for each byte.
  mutating func read(byte value: Any, _ known: ReflectedType, _ isErased: Bool) {
    let byte = CaseBytes.first(of: value)
    let details = types[known.number]
    if details.bytes[byte].isEmpty {
      var reader = ValueReader(types)
      reader.read(caseOf: value, Mirror(reflecting: value), known, false)
      details.bytes[byte] = reader.nodes
    }
    add(.byte(UInt8(truncatingIfNeeded: byte)), known.number, isErased)
  }

  private mutating func read<Number: BinaryFloatingPoint>(
    number: Number,
    _ known: ReflectedType,
    _ isErased: Bool
  ) {
    let bits = number.isNaN ? " (\(number.sign), significand \(number.significandBitPattern))" : ""
    add(.described("\(number)\(bits)"), known.number, isErased)
  }

  // MARK: Parts

  /// Reads the parts of a container that is a leaf.
  mutating func read(partsOfLeaf container: Any) {
    var known = types[type(of: container)]
    guard let style = (known.type as? any StandardContainer.Type)?.style else { return }
    known.style = style
    read(partsOf: container, known, false)
  }

  private mutating func read(partsOf value: Any, _ known: ReflectedType, _ isErased: Bool) {
    let number = known.number
    switch known.style {
    case .optional:
      guard let optional = value as? any StandardContainer else { return }
      let wrapped = type(of: optional).partTypes[0]
      guard let part = optional.parts.first else { return add(.absent, number, isErased) }
      guard isErased || types[wrapped].style == .optional else { return read(part, declared: wrapped) }
      add(.present, number, isErased) { $0.read(part, declared: wrapped) }
    case .array:
      guard let list = value as? any StandardContainer else { return }
      let element = type(of: list).partTypes[0]
      add(.list(firstIndex: 0), number, isErased) {
        for part in list.parts { $0.read(part, declared: element) }
      }
    case .set:
      guard let set = value as? any StandardContainer else { return }
      let element = type(of: set).partTypes[0]
      let sorted = sortedByText(set.parts) { $0 }
      add(.set, number, isErased) { for part in sorted { $0.read(part, declared: element) } }
    case .dictionary:
      guard let dictionary = value as? any StandardContainer else { return }
      let declared = type(of: dictionary).partTypes
      let sorted = sortedByText(dictionary.entries) { $0.key }
      add(.dictionary, number, isErased) {
        for entry in sorted {
          $0.read(entry.key, declared: declared[0])
          $0.read(entry.value, declared: declared[1])
        }
      }
    case .redacted:
      guard let redacted = (value as? any RedactedValue)?.redactedValue else { return }
      add(.redacted, number, isErased) { $0.read(redacted, declared: DeclaredType.of(redacted)) }
    case .vector: if let vector = value as? any SIMD { read(scalarsOf: vector, known, isErased) }
    case .error:
      changeableCount += 1
      if let error = value as? any Error { read(errorOfFoundation: error, number, isErased) }
    case .erasedKey: if let key = value as? AnyHashable { read(key.base, declared: AnyHashable.self) }
    case .encodable:
      changeableCount += 1
      if let text = EncodedText.text(of: value) {
        add(.described(text), number, isErased)
      } else {
        read(mirrorOf: value, known, isErased)
      }
    default:
      guard numbersLeaves, !isErased, let words = CaseBytes.words(of: value) else {
        return read(mirrorOf: value, known, isErased)
      }
      if let read = types[number].nodes(of: words) {
        nodes += read
        return
      }
      let (start, changeable) = (nodes.count, changeableCount)
      read(mirrorOf: value, known, isErased)
      if changeableCount == changeable { types[number].remember(value, words, Array(nodes[start...])) }
    }
  }

  private mutating func read<Vector: SIMD>(scalarsOf vector: Vector, _ known: ReflectedType, _ isErased: Bool)
  {
    add(.list(firstIndex: 0), known.number, isErased) { reader in
      for index in vector.indices { reader.read(vector[index]) }
    }
  }

  mutating func read(errorOfFoundation error: any Error, _ type: Int32, _ isErased: Bool) {
    let error = error as NSError
    hasFoundationErrors = true
    add(.fields(ValueReader.labelsOfErrors), type, isErased) {
      $0.read(error.domain)
      $0.read(error.code)
      $0.read(error.userInfo)
    }
  }

  private static let labelsOfErrors = NodeLabels(["domain", "code", "userInfo"])

  /// Sorts values in an order that depends on nothing but the values.
  private func sortedByText<Element>(_ elements: [Element], by value: (Element) -> Any) -> [Element] {
    guard elements.count > 1 else { return elements }
    return elements.map { (NodeText.orderText(of: value($0), types), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
