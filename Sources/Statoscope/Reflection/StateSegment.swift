/// One step of a path through a state.
package enum StateSegment: Hashable {
  /// A stored property, a case with its values, or an element of a tuple.
  case property(String)
  /// An element of a list by its index, or an entry of a dictionary by the text of its key.
  case element(String)

  /// Creates the step to an element of a list.
  package static func element(at index: Int) -> StateSegment { .element("\(index)") }

  /// The step as a part of a key path in source: `.name` or `[3]`.
  package var text: String {
    switch self {
    case .property(let name): "." + name
    case .element(let key): "[\(key)]"
    }
  }

  /// The name of a property; nil for an element.
  package var property: String? { if case .property(let name) = self { name } else { nil } }

  /// The index or the text of the key of an element; nil for a property.
  package var element: String? { if case .element(let key) = self { key } else { nil } }
}

extension [StateSegment] {
  /// The path as a key path in source.
  package var keyPath: String { isEmpty ? "\\.self" : "\\" + map(\.text).joined() }
}
