import Foundation
import Observation

/// A value as reflection shows it, taken apart by one level.
///
/// Optionals are unwrapped. Every text, diff and source that the library makes of a value is rendered from
/// this type.
package struct ReflectedValue {
  /// The kind of a value, by the way it is taken apart.
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

  /// A part of a value, with its label.
  package struct Part {
    package let label: String?
    package let value: Any

    /// The type that the part is declared with, which is existential where a value of any type may be.
    package var declaredType: Any.Type { DeclaredType.of(value) }
  }

  /// The value inside optionals.
  package let value: Any
  /// The kind of the value.
  package let kind: Kind

  private let mirror: Mirror

  /// Indicates whether it is an actor, whose state must not be read from outside.
  private let isActor: Bool

  /// Takes a value apart.
  ///
  /// Complexity: O(1); the parts are read on demand.
  package init(_ value: Any) {
    var (value, mirror) = ReflectedValue.readable(value)
    while mirror.displayStyle == .optional, let inner = mirror.children.first {
      (value, mirror) = ReflectedValue.readable(inner.value)
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

  private static func readable(_ value: Any) -> (Any, Mirror) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional || mirror.displayStyle == .tuple,
      let unread = UnreadMetatype(value)
    else { return (value, mirror) }
    return (unread, Mirror(reflecting: unread))
  }

  /// The name of the type for people.
  package var typeName: String { Statoscope.typeName(type(of: value)) }

  /// The value's own description; nil for objects, for collections, and where there is none.
  package var ownDescription: String? {
    switch kind {
    case .object, .list, .set, .dictionary, .absent: nil
    default: (value as? any CustomStringConvertible).map(Self.description)
    }
  }

  /// The description of a value; Foundation's own ends the process for a date that is not a number.
  private static func description(of value: any CustomStringConvertible) -> String {
    guard let date = value as? Date, date.timeIntervalSinceReferenceDate.isNaN else {
      return value.description
    }
    return "Date(timeIntervalSinceReferenceDate: .nan)"
  }

  /// The value to withhold, if this is a ``Redacted``.
  package var redactedValue: Any? { kind == .structure ? (value as? any RedactedValue)?.redactedValue : nil }

  /// The identity of an object; nil for other values.
  package var identity: ObjectIdentifier? {
    kind == .object ? ObjectIdentifier(ObjectReference(value).object) : nil
  }

  /// The stored parts, without those of superclasses; empty for an actor.
  package var parts: [Part] { isActor ? [] : mirror.children.map(Part.init) }

  /// Indicates whether there are no parts.
  package var isEmpty: Bool { isActor || mirror.children.isEmpty }

  /// The number of parts.
  package var count: Int { isActor ? 0 : mirror.children.count }

  /// The associated value of an enum case, labelled with the name of the case; nil for a case without one.
  package var payload: Part? {
    guard kind == .enumCase, let payload = mirror.children.first else { return nil }
    return Part(
      label: Part(payload).label,
      value: UnreadMetatype(payload.value) ?? payload.value
    )
  }

  /// The entries of a dictionary, in no order.
  package var entries: [(key: Any, value: Any)] {
    mirror.children.compactMap { child in
      let parts = Array(Mirror(reflecting: child.value).children)
      return parts.count == 2 ? (parts[0].value, parts[1].value) : nil
    }
  }

  /// The state in a structure, a tuple or an object: superclasses first, property wrappers by the value they
  /// show, without the library's own storage.
  package var fields: [Part] { isActor ? [] : ReflectedValue.fields(of: mirror) }

  private static func fields(of mirror: Mirror) -> [Part] {
    let inherited = mirror.superclassMirror.flatMap { parent in
      ReflectedClass.isLibrary(parent.subjectType) ? nil : fields(of: parent)
    }
    return (inherited ?? []) + mirror.children.compactMap { field(label: $0.label, value: $0.value) }
  }

  private static func field(label: String?, value: Any) -> Part? {
    // The registrar that `@Observable` adds is no state of the scope.
    guard !(value is ObservationRegistrar) else { return nil }
    let name = label.map(fieldName)
    guard let shown = value as? any ShownState else { return Part(label: name, value: value) }
    return shown.shownState.map { Part(label: name, value: $0) }
  }

  /// Returns the name of the property that a stored value belongs to.
  ///
  /// A property wrapper's storage has the name of the property behind an underscore; that of a lazy property
  /// has a longer prefix.
  package static func fieldName(_ label: String) -> String {
    // The marks are inside the backticks of a raw identifier.
    guard !label.hasPrefix("`") else {
      return "`" + fieldName(String(SourceNames.rawIdentifiers(in: label).dropFirst()))
    }
    let lazyMark = "$__lazy_storage_$_"
    if label.hasPrefix(lazyMark) { return String(label.dropFirst(lazyMark.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}

extension ReflectedValue.Part {
  fileprivate init(_ child: Mirror.Child) {
    self.init(label: child.label.map(SourceNames.rawIdentifiers), value: child.value)
  }
}

/// A stored value that shows another value in its place, such as a property wrapper, or none when it is not
/// state.
package protocol ShownState {
  var shownState: Any? { get }
}

/// A stored value that is not state, such as a property wrapper that performs a look-up.
package protocol HiddenState: ShownState {}

extension HiddenState {
  package var shownState: Any? { nil }
}

/// An object with a base class of the library, whose own storage is not state; the storage of its subclasses
/// is.
package protocol LibraryObject: AnyObject {
  /// The activity of the object, for debug descriptions: one line each.
  var activityTexts: [String] { get }

  /// The base class that holds the library's own storage.
  static var libraryClass: Any.Type { get }
}
