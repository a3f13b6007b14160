import Observation

/// A value as reflection shows it, taken apart by one level.
///
/// It is what is inside optionals. Every text, diff and source that the library makes of a value is rendered from it.
package struct ReflectedValue {
  /// What a value is, by how it is taken apart.
  package enum Kind {
    /// An optional without a value.
    case absent
    case string
    case list
    case set
    case dictionary
    case enumCase
    case tuple
    case structure
    case object
    /// A value without parts, such as a number or a closure.
    case opaque
  }

  /// A part of a value, with the name that it has there.
  package struct Part {
    package let label: String?
    package let value: Any
  }

  /// The value inside optionals.
  package let value: Any
  /// What the value is.
  package let kind: Kind

  private let mirror: Mirror

  /// Whether it is an actor, whose state must not be read from outside.
  private let isActor: Bool

  /// Takes a value apart.
  ///
  /// Complexity: O(1); the parts are read when they are asked for.
  package init(_ value: Any) {
    var value = value
    var mirror = Mirror(reflecting: value)
    while mirror.displayStyle == .optional, let inner = mirror.children.first {
      value = inner.value
      mirror = Mirror(reflecting: value)
    }
    self.value = value
    self.mirror = mirror
    isActor = mirror.displayStyle == .class && value is any Actor
    kind =
      switch mirror.displayStyle {
      case .optional: .absent
      case .collection: .list
      case .set: .set
      case .dictionary: .dictionary
      case .enum: .enumCase
      case .tuple: .tuple
      case .class: .object
      case .struct: value is String ? .string : .structure
      case .foreignReference, .none: value is String ? .string : .opaque
      @unknown default: .opaque
      }
  }

  /// The type as a person would name it.
  package var typeName: String { Statoscope.typeName(type(of: value)) }

  /// The text that the value has for people; nil for objects, and for what is a collection or has none.
  package var ownDescription: String? {
    switch kind {
    case .object, .list, .set, .dictionary, .absent: nil
    default: (value as? any CustomStringConvertible)?.description
    }
  }

  /// The value that is not to be shown, if it is a ``Redacted``.
  package var redactedValue: Any? { kind == .structure ? (value as? any RedactedValue)?.redactedValue : nil }

  /// The object itself, to know it again; nil for other values.
  package var identity: ObjectIdentifier? {
    kind == .object ? ObjectIdentifier(ObjectReference(value).object) : nil
  }

  /// The parts as they are stored, those of superclasses left out; none of an actor.
  package var parts: [Part] { isActor ? [] : mirror.children.map { Part(label: $0.label, value: $0.value) } }

  /// Whether there are no parts.
  package var isEmpty: Bool { isActor || mirror.children.isEmpty }

  /// How many parts there are.
  package var count: Int { isActor ? 0 : mirror.children.count }

  /// What an enum's case carries, labelled with the case's name; nil for a case without values.
  package var payload: Part? {
    guard kind == .enumCase, let payload = mirror.children.first else { return nil }
    return Part(label: payload.label, value: payload.value)
  }

  /// The entries of a dictionary, in no order.
  package var entries: [(key: Any, value: Any)] {
    mirror.children.compactMap { child in
      let parts = Array(Mirror(reflecting: child.value).children)
      return parts.count == 2 ? (parts[0].value, parts[1].value) : nil
    }
  }

  /// The state in a structure, a tuple or an object: superclasses first, property wrappers by the value they show, and
  /// without what the library itself stores.
  package var fields: [Part] { isActor ? [] : ReflectedValue.fields(of: mirror) }

  private static func fields(of mirror: Mirror) -> [Part] {
    let inherited = mirror.superclassMirror.flatMap { parent in
      ReflectedClass.isLibrary(parent.subjectType) ? nil : fields(of: parent)
    }
    return (inherited ?? []) + mirror.children.compactMap { field(label: $0.label, value: $0.value) }
  }

  private static func field(label: String?, value: Any) -> Part? {
    // What `@Observable` stores for itself is no state of the scope's.
    guard !(value is ObservationRegistrar) else { return nil }
    let name = label.map(fieldName)
    guard let shown = value as? any ShownState else { return Part(label: name, value: value) }
    return shown.shownState.map { Part(label: name, value: $0) }
  }

  /// The name of the property that a stored value belongs to.
  ///
  /// A property wrapper's storage is named after the property, behind an underscore; a lazy one's behind more.
  package static func fieldName(_ label: String) -> String {
    let lazyMark = "$__lazy_storage_$_"
    if label.hasPrefix(lazyMark) { return String(label.dropFirst(lazyMark.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
