import Foundation

/// A receiver of the contents of a value, one item after the other.
protocol ValueVisitor {
  /// Indicates whether values are told apart in everything that a program could see, for the keys of states.
  static var isExact: Bool { get }

  /// The number of values so far whose contents reflection does not show.
  var unseenCount: Int { get }

  /// Receives the number of a type.
  mutating func visit(type: Int)
  mutating func visit(number: Int)
  /// Receives a value that is compared by its `==`.
  ///
  /// - Returns: false, and nothing was received, when it is not equal to itself.
  mutating func visit(hashable value: Any, of type: Any.Type) -> Bool
  /// Receives the name of a case.
  mutating func visit(name: String)
  /// Receives the key of a dictionary's entry, where keys are not taken apart.
  mutating func visit(key: AnyHashable)
  /// Receives a value whose contents reflection does not show.
  mutating func visit(unseen: Any)
  /// Receives a value that was taken apart and has an equality of its own, and the number of unseen values before it.
  mutating func visit(own value: Any, of type: Any.Type, unseenBefore: Int)
  /// Receives the name of the property that all values since the given number of unseen ones belong to.
  mutating func visit(property: String?, of object: AnyObject, unseenBefore: Int)

  /// Sorts values in an order that depends on nothing but the values.
  func sorted<Element>(_ elements: [Element], by value: (Element) -> Any) -> [Element]
}

/// A depth-first reader of values that passes their contents to a visitor, each behind its type so that no
/// two values read alike.
///
/// An object is compared by its contents, wherever it is in memory, and so are references among objects.
/// Objects are read one after the other and never recursively, so the longest chain of them needs no more
/// stack than one; and so are values inside many others, such as those of a long indirect enumeration.
struct ValueWalk<Visitor: ValueVisitor> {
  let types: ReflectedTypes
  var visitor: Visitor
  private var objects: [AnyObject] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var read = 0
  /// The values that are too deep inside others to be read at once, and the number of those read.
  private var deferred: [Any] = []
  private var readDeferred = 0
  private let deepest: Int
  private var depth = 0
  /// Indicates whether reflection may have hidden references to objects.
  private var mayHaveHidden = false
  /// Indicates whether an error of Foundation was read, whose own hash may end the process.
  private(set) var hasFoundationErrors = false
  /// The number of values read so far.
  private var values = 0
  /// The knowledge about the type of the last value.
  private var lastType: ReflectedType?

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
    let refersToObjects = !objects.isEmpty
    while let object = nextObject() { read(contentsOf: object, of: types.reflectedClass(of: object)) }
    (objects, indexes, read) = ([], [:], 0)
    return refersToObjects || mayHaveHidden
  }

  /// Reads a value; ``nextObject()`` then returns the objects that it refers to.
  mutating func read(_ value: Any) {
    let type = type(of: value)
    // The elements of a list are of one type as a rule, and the properties of adjacent objects.
    if let lastType, lastType.type == type { return read(value, of: type, lastType) }
    let known = types[type]
    lastType = known
    read(value, of: type, known)
  }

  /// Reads a value of a known type.
  private mutating func read(_ value: Any, of type: Any.Type, _ known: ReflectedType) {
    values &+= 1
    if known.mayHideReferences { mayHaveHidden = true }
    visitor.visit(type: known.number)
    switch known.style {
    case .integer: visitor.visit(number: value as? Int ?? 0)
    case .bool: visitor.visit(number: value as? Bool == true ? 1 : 0)
    case .double: visitor.visit(number: Int(bitPattern: UInt((value as? Double ?? 0).bitPattern)))
    case .floatingPoint: if let value = value as? any BinaryFloatingPoint { read(bitsOf: value) }
    case .byte: visitor.visit(number: CaseBytes.first(of: value))
    case .plain: if !visitor.visit(hashable: value, of: type) { read(partsOf: value, known) }
    case .hashable:
      if !Visitor.isExact || !visitor.visit(hashable: value, of: type) { read(partsOf: value, known) }
    case .vector: if let vector = value as? any SIMD { read(scalarsOf: vector) }
    case .ownEquality:
      let before = visitor.unseenCount
      read(partsOf: value, known)
      if visitor.unseenCount != before, !hasFoundationErrors {
        visitor.visit(own: value, of: type, unseenBefore: before)
      }
    case .object: refer(to: ObjectReference(value).object)
    case .shown: if let shown = (value as? any ShownState)?.shownState { read(shown) }
    case .redacted: if let redacted = (value as? any RedactedValue)?.redactedValue { read(redacted) }
    case .nothing: break
    case .error:
      hasFoundationErrors = true
      if let error = value as? any Error { read(FoundationErrorParts(error)) }
    case .address: read(unseen: value)
    case .dictionary, .set:
      guard depth < deepest else { return read(unseen: value) }
      guard depth < Self.deepestAtOnce else { return deferred.append(value) }
      depth += 1
      read(collection: value, known)
      depth -= 1
    case .reflected: read(partsOf: value, known)
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
    while readDeferred < deferred.count {
      readDeferred += 1
      read(deferred[readDeferred - 1])
    }
    (deferred, readDeferred) = ([], 0)
    guard read < objects.count else { return nil }
    defer { read += 1 }
    return objects[read]
  }

  /// Reads the contents of an object of a class, which may refer to more objects.
  mutating func read(contentsOf object: AnyObject, of reflected: ReflectedClass) {
    switch reflected.contents {
    case .properties: break
    case .value: return read(copyOf: object)
    case .constant where visitor.visit(hashable: object, of: type(of: object)): return
    case .constant: return visitor.visit(unseen: object)
    case .unseen: return visitor.visit(unseen: object)
    }
    reflected.forEachProperty(of: object, types.storageReaders) { property, value in
      let before = visitor.unseenCount
      values &+= 1
      visitor.visit(type: property.declared.number)
      if let value { read(value) }
      if visitor.unseenCount != before {
        visitor.visit(property: property.label, of: object, unseenBefore: before)
      }
    } child: { property, child in
      let before = visitor.unseenCount
      if let property, property.isOfDeclaredType, property.declared.style.isFinal {
        read(child.value, of: property.declared.type, property.declared)
      } else if type(of: child.value) == Void.self {
        // Reflection shows what cannot be copied, such as a `Mutex`, as an empty tuple.
        read(unseen: child.value)
      } else {
        read(child.value)
      }
      if visitor.unseenCount != before {
        visitor.visit(property: child.label, of: object, unseenBefore: before)
      }
    }
    if reflected.hidesProperties { visitor.visit(unseen: object) }
  }

  /// Reads an object of Foundation as a value: a copy, which does not change any more.
  private mutating func read(copyOf object: AnyObject) {
    if let error = object as? NSError { return read(FoundationErrorParts(error)) }
    guard
      let copy = (object as? any NSCopying)?.copy(with: nil) as? any Hashable,
      AnyHashable(copy) == (object as? any Hashable).map({ AnyHashable($0) }),
      visitor.visit(hashable: copy, of: type(of: copy))
    else { return visitor.visit(unseen: object) }
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

  private static var fewObjects: Int { 24 }

  private func index(of object: AnyObject) -> Int? {
    objects.count > Self.fewObjects
      ? indexes[ObjectIdentifier(object)] : objects.firstIndex { $0 === object }
  }

  private mutating func read(fieldsOf mirror: Mirror) {
    for child in mirror.children { read(child.value) }
  }

  private mutating func read<Value: BinaryFloatingPoint>(bitsOf value: Value) {
    visitor.visit(number: value.sign == .minus ? 1 : 0)
    visitor.visit(number: Int(truncatingIfNeeded: value.exponentBitPattern))
    visitor.visit(number: Int(truncatingIfNeeded: value.significandBitPattern))
  }

  private mutating func read<Vector: SIMD>(scalarsOf vector: Vector) {
    for index in vector.indices { read(vector[index]) }
  }

  /// The number of values inside each other that are read at once: each takes some of the stack.
  private static var deepestAtOnce: Int { 64 }

  /// Reads a value other than an object part by part.
  private mutating func read(partsOf value: Any, _ known: ReflectedType) {
    guard depth < deepest else { return read(unseen: value) }
    guard depth < Self.deepestAtOnce else { return deferred.append(value) }
    depth += 1
    defer { depth -= 1 }
    if known.hasOrderedParts, let parts = (value as? any StandardContainer)?.orderedParts {
      visitor.visit(number: parts.count)
      for part in parts { read(part) }
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum: read(caseOf: value, mirror, known)
    case .struct, .tuple, .collection, .set, .dictionary, .optional: read(fieldsOf: mirror, of: value, known)
    case .class: refer(to: ObjectReference(value).object)
    case .foreignReference, .none:
      if mirror.children.isEmpty {
        read(leaf: value, known)
      } else {
        read(fieldsOf: mirror, of: value, known)
      }
    @unknown default: read(unseen: value)
    }
    if known.hasOwnMirror { read(unseen: value) }
  }

  private mutating func read(fieldsOf mirror: Mirror, of value: Any, _ known: ReflectedType) {
    let count = mirror.children.count
    if count == 0, mirror.displayStyle == .struct {
      // For example a type that was not written in Swift.
      mayHaveHidden = true
      if Visitor.isExact, known.isOfLibrary, value is any Hashable { return read(leaf: value, known) }
    }
    visitor.visit(number: count)
    read(fieldsOf: mirror)
  }

  private mutating func read(caseOf value: Any, _ mirror: Mirror, _ known: ReflectedType) {
    if !known.hasOwnMirror, CaseBytes.count(of: value) <= 1 {
      types.learn(byte: type(of: value))
      lastType = nil
      visitor.visit(number: CaseBytes.first(of: value))
    } else if let payload = mirror.children.first {
      visitor.visit(name: payload.label ?? "")
      read(payload.value)
    } else if known.hasOwnText || known.hasOwnMirror {
      // Its text may be any text.
      _ = visitor.visit(hashable: CaseBytes.bytes(of: value), of: [UInt8].self)
    } else {
      visitor.visit(name: String(describing: value))
    }
  }

  /// Reads a value without parts.
  private mutating func read(leaf value: Any, _ known: ReflectedType) {
    guard Visitor.isExact, known.isOfLibrary, value is any Hashable,
      visitor.visit(hashable: value, of: type(of: value))
    else { return read(unseen: value) }
  }

  private mutating func read(unseen value: Any) {
    mayHaveHidden = true
    if let type = value as? Any.Type {
      visitor.visit(type: types[type].number)
    } else {
      visitor.visit(unseen: value)
    }
  }

  /// Reads a dictionary or a set.
  private mutating func read(collection: Any, _ known: ReflectedType) {
    guard known.style == .dictionary else { return read(set: collection) }
    let entries = visitor.sorted(ReflectedValue(collection).entries) { $0.key }
    visitor.visit(number: entries.count)
    for entry in entries {
      if Visitor.isExact {
        read(entry.key)
      } else if let key = entry.key as? any Hashable {
        visitor.visit(key: AnyHashable(key))
      }
      read(entry.value)
    }
  }

  private mutating func read(set: Any) {
    let elements = visitor.sorted(Mirror(reflecting: set).children.map(\.value)) { $0 }
    visitor.visit(number: elements.count)
    for element in elements { read(element) }
  }
}

/// The parts of an error of Foundation, whose own `hash` may end the process.
private struct FoundationErrorParts {
  let domain: String
  let code: Int
  let userInfo: [String: Any]

  init(_ error: any Error) {
    let error = error as NSError
    (domain, code, userInfo) = (error.domain, error.code, error.userInfo)
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
