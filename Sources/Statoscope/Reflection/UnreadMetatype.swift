/// A value that holds a metatype which Swift's mirror reads at the wrong place; it stands for that value.
///
/// The metatype of a structure takes no memory where its type is fixed, but the mirror reads an address there: in an
/// associated value, in an optional, and in a tuple. To ask such a value for its type ends the process, also when
/// Swift prints it. It is described by the type that it is declared with.
struct UnreadMetatype: CustomStringConvertible, CustomReflectable, SourceValue {
  private let type: Any.Type

  /// Creates a stand-in for an associated value, an optional or a tuple; nil for one that can be read.
  init?(_ value: Any) {
    type = DeclaredType.of(value)
    guard UnreadMetatype.isUnread(type) else { return nil }
  }

  /// Checks whether the mirror reads values that are declared with a type at the wrong place.
  static func isUnread(_ type: Any.Type) -> Bool {
    let inner = (type as? any SourceNamed.Type)?.wrapped ?? type
    let name = String(reflecting: inner)
    return name.hasPrefix("(")
      ? name.replacing("Any.Type", with: "").contains(".Type")
      : name.hasSuffix(".Type") && !SourceNames.isExistential(inner)
  }

  var description: String { source ?? typeName(type) }

  var customMirror: Mirror { Mirror(self, children: []) }

  func source(by writer: inout SourceWriter) -> SourceText? { source.map { SourceText($0) } }

  private var source: String? {
    // The metatype of a class may be that of a subclass; the standard library has no such classes.
    let name = typeName(type)
    guard TypeOrigin(of: type) == .standardLibrary, name.hasSuffix(".Type") else { return nil }
    return "\(name.dropLast(".Type".count)).self"
  }
}
