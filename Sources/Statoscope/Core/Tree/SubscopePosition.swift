/// The position of a child in the value of its property, whose text is made on demand.
public struct SubscopePosition {
  indirect enum Step {
    case only
    case unwrapped
    case index(Int)
    case key(Any)
    case screen(any ScopeEnum)
    case nested(Step, in: Step)
  }

  private let step: Step

  init(_ step: Step) { self.step = step }

  /// A position in a value that is itself in another one.
  init(_ outer: Step, _ inner: SubscopePosition) {
    if case .only = inner.step { step = outer } else { step = .nested(inner.step, in: outer) }
  }

  /// Returns the position of a child in a collection: `[3]`.
  ///
  /// - Parameters:
  ///   - index: the index of the element.
  ///   - inner: the position of the child in its element; nil if that is the child.
  public static func index(_ index: Int, _ inner: SubscopePosition? = nil) -> Self {
    Self(.index(index), inner ?? Self(.only))
  }

  /// Returns the position of a child in a collection by keys: `["a"]?`.
  ///
  /// Lists of the tree sort the children of such a property by the texts of their keys.
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - inner: the position of the child in this value; nil if that is the child.
  public static func key(_ key: some Hashable, _ inner: SubscopePosition? = nil) -> Self {
    Self(.key(key), inner ?? Self(.only))
  }

  /// The text that follows the property's name in a key path: `[3]`, or `?`.
  var text: String { Self.text(step) { String(reflecting: $0) } }

  /// The same, with a key as source.
  var source: String {
    Self.text(step) { key in
      let source = SwiftSource(shorthandOf: key)
      if source.isWhole { return source.description }
      return SwiftSource.placeholder(
        "\(typeName(type(of: key))): \(ValueNode(key).plainLines[0])"
      )
    }
  }

  private static func text(_ step: Step, _ keyText: (_ key: Any) -> String) -> String {
    switch step {
    case .only: ""
    case .unwrapped: "?"
    case .index(let index): "[\(index)]"
    case .key(let key): "[\(keyText(key))]?"
    case .screen(let screen): ScopeCase.step(in: screen)
    case .nested(let inner, let outer): text(outer, keyText) + text(inner, keyText)
    }
  }

  /// The text of the key in a dictionary, which sorts its children: a dictionary's own order differs in each run.
  var sortedBy: String? { Self.sortedBy(step) }

  private static func sortedBy(_ step: Step) -> String? {
    switch step {
    case .key(let key): String(reflecting: key)
    case .nested(_, let outer): sortedBy(outer)
    default: nil
    }
  }
}
