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
