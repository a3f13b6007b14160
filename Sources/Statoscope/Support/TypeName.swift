/// Returns the name of a type for people: qualified by its enclosing types, but not by its module.
///
/// Use it in texts only, never as a key: two types may share a name.
package func typeName(_ type: Any.Type) -> String {
  let qualified = String(reflecting: type)
  guard let dot = qualified.firstIndex(of: "."), !qualified.contains("<"), !qualified.contains("(") else {
    return String(describing: type)
  }
  return String(qualified[qualified.index(after: dot)...])
}
