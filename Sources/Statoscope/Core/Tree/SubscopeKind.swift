/// The functions that find and remove children in the value of a `@Subscope`.
///
/// The closures are made in the user's module, where the value's type is known: inlined, they cost a fifth of
/// generic code; see Tests/Benchmarks/README.md.
@usableFromInline
struct SubscopeKind<Value> {
  /// Returns the scopes in a value, in its order; nil for a case without one.
  ///
  /// Asking a case for its scope runs code of the app; see ``holdsCases``.
  @usableFromInline let slots: (Value) -> [ScopeNode?]

  /// Returns the position of one of the ``slots``.
  @usableFromInline let position: (_ value: Value, _ slot: Int) -> SubscopePosition

  /// Returns the positions of all ``slots`` of a dictionary; nil for other values.
  @usableFromInline let keyedPositions: ((Value) -> [SubscopePosition])?

  /// Returns a value without one of the ``slots``; nil for a property that always holds a scope.
  @usableFromInline let removing: (_ slot: Int, _ value: Value) -> Value?

  @usableFromInline let isEmpty: (Value) -> Bool

  /// Indicates whether the value consists of cases of a ``ScopeEnum``.
  @usableFromInline let holdsCases: Bool

  /// The changes of a list in place; nil for other values.
  @usableFromInline let list: ListChanges<Value>?

  /// Compares a dictionary with its linked scopes; nil for other values.
  ///
  /// Returns the slots that differ, and the scopes that replace them.
  @usableFromInline var keyedDifference: KeyedDifference?

  @usableFromInline
  typealias KeyedDifference =
    (_ linked: [ScopeNode?], _ value: Value) -> (removed: Range<Int>, added: [ScopeNode?])

  @inlinable
  init(
    holdsCases: Bool,
    slots: @escaping (Value) -> [ScopeNode?],
    position: @escaping (_ value: Value, _ slot: Int) -> SubscopePosition,
    keyedPositions: ((Value) -> [SubscopePosition])? = nil,
    removing: @escaping (_ slot: Int, _ value: Value) -> Value?,
    isEmpty: @escaping (Value) -> Bool,
    list: ListChanges<Value>? = nil
  ) {
    self.holdsCases = holdsCases
    self.slots = slots
    self.position = position
    self.keyedPositions = keyedPositions
    self.removing = removing
    self.isEmpty = isEmpty
    self.list = list
  }
}

/// The functions that change a list by the elements that differ.
@usableFromInline
final class ListChanges<Value> {
  /// The elements that differ, between the common beginning and the common end of two lists.
  @usableFromInline typealias Difference = (removed: Range<Int>, added: Range<Int>)

  @usableFromInline let difference: (_ former: Value, _ value: Value) -> Difference

  /// Returns the scopes of some elements, or of all; may run code of the app.
  @usableFromInline let slots: (_ value: Value, _ range: Range<Int>?) -> [ScopeNode?]

  /// Returns some elements, or all, in storage of their own.
  @usableFromInline let copy: (_ value: Value, _ range: Range<Int>?) -> Value

  /// Replaces elements of a list by those of another one.
  @usableFromInline let replace:
    (_ list: inout Value, _ range: Range<Int>, _ value: Value, _ added: Range<Int>) -> Void

  @inlinable
  init(
    difference: @escaping (_ former: Value, _ value: Value) -> Difference,
    slots: @escaping (_ value: Value, _ range: Range<Int>?) -> [ScopeNode?],
    copy: @escaping (_ value: Value, _ range: Range<Int>?) -> Value,
    replace: @escaping (_ list: inout Value, _ range: Range<Int>, _ value: Value, _ added: Range<Int>) -> Void
  ) {
    self.difference = difference
    self.slots = slots
    self.copy = copy
    self.replace = replace
  }
}

/// The position of a child in the value of its property, whose text is made on demand.
@usableFromInline
struct SubscopePosition {
  @usableFromInline
  enum Step {
    case only
    case unwrapped
    case index(Int)
    case key(Any)
  }

  private let step: Step
  /// The case that holds the scope, if there is one.
  private let screen: (any ScopeEnum)?

  @usableFromInline
  init(_ step: Step, in screen: (any ScopeEnum)? = nil) {
    self.step = step
    self.screen = screen
  }

  /// The text that follows the property's name in a key path: `[3]`, or `?`.
  var text: String { text { String(reflecting: $0) } }

  /// The same, with a key as source.
  var source: String {
    text { key in
      let source = SwiftSource(shorthandOf: key)
      if source.isWhole { return source.description }
      return SwiftSource.placeholder(
        "\(typeName(type(of: key))): \(ValueNode(key).plainLines[0])"
      )
    }
  }

  private func text(_ text: (_ key: Any) -> String) -> String {
    let position =
      switch step {
      case .only: ""
      case .unwrapped: "?"
      case .index(let index): "[\(index)]"
      case .key(let key): "[\(text(key))]?"
      }
    return position + (screen.map { ScopeCase.step(in: $0) } ?? "")
  }

  /// The text of the key in a dictionary, which sorts its children: a dictionary's own order differs in each run.
  var sortedBy: String? {
    if case .key(let key) = step { String(reflecting: key) } else { nil }
  }
}

/// The element of a `@Subscope`'s value: a scope, or a case that holds one.
@usableFromInline
protocol SubscopeElement<Element> {
  associatedtype Element

  static var isCase: Bool { get }

  static func scope(of element: Element) -> ScopeNode?

  /// Returns the case, for its segment of a key path.
  static func screen(_ element: Element) -> (any ScopeEnum)?
}

@usableFromInline
enum ScopeElement<Child: ScopeNode>: SubscopeElement {
  @inlinable static var isCase: Bool { false }

  @inlinable static func scope(of child: Child) -> ScopeNode? { child }

  @inlinable static func screen(_ child: Child) -> (any ScopeEnum)? { nil }
}

extension SubscopeKind {
  /// A property that always holds one element, or one of an optional's.
  @inlinable
  static func one<Element: SubscopeElement>(_ element: Element.Type, else nothing: Value? = nil)
    -> SubscopeKind
  where Element.Element == Value {
    SubscopeKind(
      holdsCases: Element.isCase,
      slots: { [Element.scope(of: $0)] },
      position: { value, _ in SubscopePosition(.only, in: Element.screen(value)) },
      removing: { _, _ in nothing },
      isEmpty: { _ in false }
    )
  }

  /// A property that holds one scope or none.
  @inlinable
  static func optional<Child: ScopeNode>(_ child: Child.Type) -> SubscopeKind where Value == Child? {
    SubscopeKind(
      holdsCases: false,
      slots: { child in child.map { [$0] } ?? [] },
      position: { _, _ in SubscopePosition(.unwrapped) },
      removing: { _, _ in .some(nil) },
      isEmpty: { $0 == nil }
    )
  }

  /// A property that holds elements in an array.
  @inlinable
  static func list<Element: SubscopeElement>(_ element: Element.Type) -> SubscopeKind
  where Value == [Element.Element] {
    SubscopeKind(
      holdsCases: Element.isCase,
      slots: { elements in elements.map { Element.scope(of: $0) } },
      position: { elements, slot in SubscopePosition(.index(slot), in: Element.screen(elements[slot])) },
      removing: { slot, elements in
        var rest = elements
        rest.remove(at: slot)
        return rest
      },
      isEmpty: { $0.isEmpty },
      list: ListChanges(
        difference: { former, value in
          let (start, end) = ElementBytes.common(former, value)
          return (start..<former.count - end, start..<value.count - end)
        },
        slots: { elements, range in elements[range ?? elements.indices].map { Element.scope(of: $0) } },
        copy: { elements, range in elements[range ?? elements.indices].map { $0 } },
        replace: { list, range, elements, added in list.replaceSubrange(range, with: elements[added]) }
      )
    )
  }

  /// A property that holds elements in a dictionary.
  @inlinable
  static func keyed<Key: Hashable, Element: SubscopeElement>(by key: Key.Type, _ element: Element.Type)
    -> SubscopeKind where Value == [Key: Element.Element]
  {
    SubscopeKind(
      holdsCases: Element.isCase,
      slots: { elements in elements.values.map { Element.scope(of: $0) } },
      position: { elements, slot in
        let (key, element) = elements[elements.index(elements.startIndex, offsetBy: slot)]
        return SubscopePosition(.key(key), in: Element.screen(element))
      },
      keyedPositions: { elements in
        elements.map { SubscopePosition(.key($0.key), in: Element.screen($0.value)) }
      },
      removing: { slot, elements in
        var rest = elements
        // By index: a filtered copy would hash all other keys again.
        rest.remove(at: rest.index(rest.startIndex, offsetBy: slot))
        return rest
      },
      isEmpty: { $0.isEmpty }
    )
  }

  /// A property that holds scopes in a dictionary.
  @inlinable
  static func keyed<Key: Hashable, Child: ScopeNode>(by key: Key.Type, scopes: Child.Type) -> SubscopeKind
  where Value == [Key: Child] {
    var kind = SubscopeKind.keyed(by: key, ScopeElement<Child>.self)
    kind.keyedDifference = { linked, value in
      var start = 0
      for child in value.values {
        guard start < linked.count, linked[start] === child else { break }
        start += 1
      }
      // A change of one entry leaves all others in their order, unless the dictionary has been rebuilt.
      let surplus = value.count - linked.count
      let isReplaced = surplus == 0 && start < linked.count
      let end = start + (isReplaced ? 1 : max(-surplus, 0))
      let next = start + (isReplaced ? 1 : max(surplus, 0))
      var added: [ScopeNode?] = []
      var index = 0
      for child in value.values {
        if index >= next {
          guard linked[index - surplus] === child else {
            return (start..<linked.count, value.values.dropFirst(start).map { $0 })
          }
        } else if index >= start {
          added.append(child)
        }
        index += 1
      }
      return (start..<end, added)
    }
    return kind
  }
}
