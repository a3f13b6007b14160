/// A state as one value to compare: states with equal keys are equal in all that reflection shows of them.
///
/// It holds the whole state, not only a hash of it, so two states are never taken for one by accident.
package struct StateKey: Hashable {
  fileprivate(set) var words: [Int] = []

  /// Whether nothing of the state was hidden from reflection, as what a closure holds is.
  package fileprivate(set) var isWhole = true
}

/// Makes keys that can be compared with each other.
///
/// A value whose type is `Hashable` counts as what its `==` says; an object counts as what it holds, wherever it
/// lives in memory, and so do references among objects. Objects are visited in turn and never inside each other,
/// so the longest chain of them needs no more stack than one.
package final class StateKeyMaker {
  /// Values seen so far, each with the number that stands for it in every key.
  private var numbers: [AnyHashable: Int] = [:]
  private var kinds: [ObjectIdentifier: ReflectedKind] = [:]
  private var classes: [ObjectIdentifier: ReflectedClass] = [:]
  /// The next key is likely to be as long.
  private var lengthOfLast = 0
  private let more: (_ scope: ScopeNode, _ key: inout Writer) -> Void

  /// - Parameter more: adds to a scope's part of a key what is no property of it.
  package init(more: @escaping (_ scope: ScopeNode, _ key: inout Writer) -> Void = { _, _ in }) {
    self.more = more
  }

  /// The key of a value, with all that it refers to.
  ///
  /// Complexity: O(size of the value).
  package func key(of value: Any) -> StateKey {
    key { $0.write(value) }
  }

  /// The key of whatever a closure writes.
  package func key(_ write: (inout Writer) -> Void) -> StateKey {
    var writer = Writer(maker: self)
    writer.key.words.reserveCapacity(lengthOfLast)
    write(&writer)
    writer.writeObjects()
    lengthOfLast = writer.key.words.count
    return writer.key
  }

  fileprivate func number(of value: AnyHashable) -> Int {
    if let known = numbers[value] { return known }
    numbers[value] = numbers.count
    return numbers.count - 1
  }

  fileprivate func kind(of type: Any.Type) -> ReflectedKind {
    let id = ObjectIdentifier(type)
    if let known = kinds[id] { return known }
    let kind = ReflectedKind(type)
    kinds[id] = kind
    return kind
  }

  fileprivate func reflectedClass(of object: AnyObject) -> ReflectedClass {
    let id = ObjectIdentifier(type(of: object))
    if let known = classes[id] { return known }
    let reflected = ReflectedClass(of: object)
    classes[id] = reflected
    return reflected
  }

  /// Writes one key, value after value, each behind its type so that no two values read alike.
  package struct Writer {
    fileprivate let maker: StateKeyMaker
    fileprivate var key = StateKey()
    private var indexes: [ObjectIdentifier: Int] = [:]
    private var objects: [AnyObject] = []

    fileprivate init(maker: StateKeyMaker) {
      self.maker = maker
    }

    /// Writes a number as it is.
    package mutating func write(number: Int) {
      key.words.append(number)
    }

    /// Writes a value that says by itself what it equals.
    package mutating func write(hashable value: AnyHashable) {
      key.words.append(maker.number(of: value))
    }

    /// Writes any value.
    package mutating func write(_ value: Any) {
      let type = type(of: value)
      key.words.append(Int(bitPattern: ObjectIdentifier(type)))
      switch maker.kind(of: type) {
      case .integer: key.words.append(value as? Int ?? 0)
      case .double: key.words.append(Int(bitPattern: UInt((value as? Double ?? 0).bitPattern)))
      case .hashable: if let value = value as? any Hashable { write(hashable: AnyHashable(value)) }
      case .object: write(object: value as AnyObject)
      case .shown: if let shown = (value as? any ShownState)?.shownState { write(shown) }
      case .nothing: break
      case .dictionary: write(dictionary: value)
      case .reflected: write(parts: value)
      }
    }

    private mutating func write(object: AnyObject) {
      if let known = index(of: object) {
        key.words.append(known)
        return
      }
      key.words.append(objects.count)
      objects.append(object)
      // A dictionary is made for many objects only.
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

    /// Writes what the objects hold that values referred to; that may be more objects.
    fileprivate mutating func writeObjects() {
      var next = 0
      while next < objects.count {
        write(contentsOf: objects[next])
        next += 1
      }
    }

    private mutating func write(contentsOf object: AnyObject) {
      let before = key.words.count
      let reflected = maker.reflectedClass(of: object)
      let mirror = Mirror(reflecting: object)
      var parent = mirror
      for _ in 0..<reflected.superclasses {
        guard let next = parent.superclassMirror else { break }
        write(fieldsOf: next)
        parent = next
      }
      write(fieldsOf: mirror)
      if reflected.isScope, let scope = object as? ScopeNode {
        maker.more(scope, &self)
      } else if key.words.count == before {
        // Such as an object of a class that was not written in Swift.
        if let value = object as? any Hashable {
          write(hashable: AnyHashable(value))
        } else {
          key.isWhole = false
        }
      }
    }

    private mutating func write(fieldsOf mirror: Mirror) {
      // Not a loop: that would cost one more box a field.
      mirror.children.forEach { write($0.value) }
    }

    /// Writes a value that is no object part by part.
    private mutating func write(parts value: Any) {
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .enum:
        write(hashable: AnyHashable(mirror.children.first?.label ?? String(describing: value)))
        if let payload = mirror.children.first { write(payload.value) }
      case .struct, .tuple, .collection, .set, .dictionary, .optional:
        key.words.append(mirror.children.count)
        write(fieldsOf: mirror)
      case .class: write(object: value as AnyObject)
      case .foreignReference, .none: writeUnseen(value)
      @unknown default: writeUnseen(value)
      }
    }

    private mutating func writeUnseen(_ value: Any) {
      if let type = value as? Any.Type {
        key.words.append(Int(bitPattern: ObjectIdentifier(type)))
      } else {
        key.isWhole = false
      }
    }

    /// Writes entries in an order that equal keys have in every dictionary.
    private mutating func write(dictionary: Any) {
      let entries = Mirror(reflecting: dictionary).children.compactMap { child -> (key: Int, value: Any)? in
        let parts = Array(Mirror(reflecting: child.value).children)
        guard parts.count == 2, let key = parts[0].value as? any Hashable else { return nil }
        return (maker.number(of: AnyHashable(key)), parts[1].value)
      }
      key.words.append(entries.count)
      for entry in entries.sorted(by: { $0.key < $1.key }) {
        key.words.append(entry.key)
        write(entry.value)
      }
    }
  }
}

/// What is known of a class once one of its objects has been seen.
private struct ReflectedClass {
  let isScope: Bool
  /// How many superclasses may have fields; what ``ScopeNode`` itself stores is no state.
  private(set) var superclasses = 0

  init(of object: AnyObject) {
    isScope = object is ScopeNode
    var parent = Mirror(reflecting: object).superclassMirror
    while let current = parent, current.subjectType != ScopeNode.self {
      superclasses += 1
      parent = current.superclassMirror
    }
  }
}
