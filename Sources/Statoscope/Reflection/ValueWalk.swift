/// A receiver of the contents of a value, one item after the other.
protocol ValueVisitor {
  /// Indicates whether a `Hashable` value of the app is compared by its `==` and not taken apart.
  static var trustsEquality: Bool { get }

  /// Receives the number of a type.
  mutating func visit(type: Int)
  mutating func visit(number: Int)
  /// Receives a plain value, or any `Hashable` value where equality is trusted.
  mutating func visit(hashable value: Any, of type: Any.Type)
  /// Receives the name of a case.
  mutating func visit(name: String)
  /// Receives the key of a dictionary's entry.
  mutating func visit(key: AnyHashable)
  /// Receives a value whose contents reflection does not show.
  mutating func visit(unseen: Any)

  /// Sorts the entries of a dictionary in an order that depends on the keys only.
  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)]
}

/// A depth-first reader of values that passes their contents to a visitor, each behind its type so that no
/// two values read alike.
///
/// An object is compared by its contents, wherever it is in memory, and so are references among objects.
/// Objects are read one after the other and never recursively, so the longest chain of them needs no more
/// stack than one.
struct ValueWalk<Visitor: ValueVisitor> {
  let types: ReflectedTypes
  var visitor: Visitor
  private var objects: [AnyObject] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var read = 0
  private let deepest: Int
  private var depth = 0
  /// Indicates whether reflection may have hidden references to objects.
  private var mayHaveHidden = false
  /// The number of values read so far.
  private var values = 0

  /// - Parameters:
  ///   - deepest: the nesting depth below which values are unseen.
  ///   - room: an empty list with capacity for objects.
  init(_ visitor: Visitor, types: ReflectedTypes, deepest: Int = .max, room: consuming [AnyObject] = []) {
    self.types = types
    self.visitor = visitor
    self.deepest = deepest
    objects = room
  }

  /// Forgets the objects found, and returns the list with its capacity for the next reader.
  mutating func takeRoom() -> [AnyObject] {
    var room: [AnyObject] = []
    swap(&room, &objects)
    room.removeAll(keepingCapacity: true)
    (indexes, read) = ([:], 0)
    return room
  }

  /// Reads a value and all that it refers to, and forgets the objects found.
  ///
  /// - Returns: whether the value refers to objects, or may do so in parts that reflection does not show.
  mutating func readAll(_ value: Any) -> Bool {
    mayHaveHidden = false
    read(value)
    guard !objects.isEmpty else { return mayHaveHidden }
    while let object = nextObject() { _ = read(contentsOf: object, of: types.reflectedClass(of: object)) }
    (objects, indexes, read) = ([], [:], 0)
    return true
  }

  /// Reads a value; ``nextObject()`` then returns the objects that it refers to.
  mutating func read(_ value: Any) {
    values &+= 1
    let type = type(of: value)
    let known = types[type]
    if known.mayHideReferences { mayHaveHidden = true }
    visitor.visit(type: known.number)
    switch known.style {
    case .integer: visitor.visit(number: value as? Int ?? 0)
    case .double: visitor.visit(number: Int(bitPattern: UInt((value as? Double ?? 0).bitPattern)))
    case .plain: visitor.visit(hashable: value, of: type)
    case .hashable:
      if Visitor.trustsEquality { visitor.visit(hashable: value, of: type) } else { read(partsOf: value) }
    case .object: refer(to: ObjectReference(value).object)
    case .shown: if let shown = (value as? any ShownState)?.shownState { read(shown) }
    case .redacted: if let redacted = (value as? any RedactedValue)?.redactedValue { read(redacted) }
    case .nothing: break
    case .dictionary: read(dictionary: value)
    case .reflected: read(partsOf: value)
    }
  }

  /// Adds an object to those that ``nextObject()`` returns.
  mutating func read(object: AnyObject) {
    let known = types[type(of: object)]
    guard known.style == .object else { return read(object as Any) }
    values &+= 1
    visitor.visit(type: known.number)
    refer(to: object)
  }

  /// Returns the next object that a value referred to and that has not been read yet.
  mutating func nextObject() -> AnyObject? {
    guard read < objects.count else { return nil }
    defer { read += 1 }
    return objects[read]
  }

  /// Reads the contents of an object of a class, which may refer to more objects.
  ///
  /// - Returns: whether the object shows anything.
  mutating func read(contentsOf object: AnyObject, of reflected: ReflectedClass) -> Bool {
    guard !reflected.isActor else { return false }
    let before = values
    reflected.forEachProperty(of: object) { read($0.value) }
    return values != before
  }

  private mutating func refer(to object: AnyObject) {
    if let known = index(of: object) { return visitor.visit(number: known) }
    visitor.visit(number: objects.count)
    objects.append(object)
    // A dictionary pays off for many objects only.
    if objects.count > Self.fewObjects {
      if indexes.isEmpty {
        for (index, object) in objects.enumerated() { indexes[ObjectIdentifier(object)] = index }
      } else {
        indexes[ObjectIdentifier(object)] = objects.count - 1
      }
    }
  }

  private static var fewObjects: Int { 8 }

  private func index(of object: AnyObject) -> Int? {
    objects.count > Self.fewObjects
      ? indexes[ObjectIdentifier(object)] : objects.firstIndex { $0 === object }
  }

  private mutating func read(fieldsOf mirror: Mirror) {
    for child in mirror.children { read(child.value) }
  }

  /// Reads a value other than an object part by part.
  private mutating func read(partsOf value: Any) {
    guard depth < deepest else { return read(unseen: value) }
    depth += 1
    defer { depth -= 1 }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      visitor.visit(name: mirror.children.first?.label ?? String(describing: value))
      if let payload = mirror.children.first { read(payload.value) }
    case .struct, .tuple, .collection, .set, .dictionary, .optional:
      let count = mirror.children.count
      // For example a type that was not written in Swift.
      if count == 0, mirror.displayStyle == .struct { mayHaveHidden = true }
      visitor.visit(number: count)
      read(fieldsOf: mirror)
    case .class: refer(to: ObjectReference(value).object)
    case .foreignReference, .none: read(unseen: value)
    @unknown default: read(unseen: value)
    }
  }

  private mutating func read(unseen value: Any) {
    mayHaveHidden = true
    if let type = value as? Any.Type {
      visitor.visit(type: types[type].number)
    } else {
      visitor.visit(unseen: value)
    }
  }

  private mutating func read(dictionary: Any) {
    let entries = ReflectedValue(dictionary).entries.compactMap { entry in
      (entry.key as? any Hashable).map { (key: AnyHashable($0), value: entry.value) }
    }
    visitor.visit(number: entries.count)
    for entry in visitor.sorted(entries) {
      visitor.visit(key: entry.key)
      read(entry.value)
    }
  }
}

/// An object that is passed as a value of unknown type.
struct ObjectReference {
  let object: AnyObject

  /// - Parameter value: an object; any other value is boxed, as by `as AnyObject`.
  init(_ value: Any) {
    object = ObjectReference.cast(value, to: AnyObject.self) ?? value as AnyObject
  }

  /// Casts a value.
  ///
  /// `as AnyObject` would first look for a type that a structure is bridged to, which takes six times as long.
  private static func cast<Target>(_ value: Any, to _: Target.Type) -> Target? { value as? Target }
}
