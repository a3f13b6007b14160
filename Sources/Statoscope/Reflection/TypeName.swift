/// Returns the name of a type for people and for source: qualified by its enclosing types, but not by modules.
///
/// Use it in texts only, never as a key: two types may share a name.
package func typeName(_ type: Any.Type) -> String {
  let name = String(reflecting: type)
  // Only the names of generic, private and unnamed types, and of those with raw identifiers, have more modules than
  // one, or something else in them.
  guard name.utf8.contains(where: { isMark($0) }) else {
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
  return SourceNames.rawIdentifiers(in: withoutModules(withoutContexts(withoutExtensions(name))))
}

private func isMark(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "<") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "`")
}

/// Removes the modules that extend a type of another module by a type inside it.
private func withoutExtensions(_ name: String) -> String {
  let mark = "(extension in "
  guard name.contains(mark) else { return name }
  var rest = name[...]
  var kept = ""
  while let range = rest.firstRange(of: mark), let end = rest[range.upperBound...].firstRange(of: "):") {
    kept += rest[..<range.lowerBound]
    rest = rest[end.upperBound...]
  }
  return kept + rest
}

/// Removes the memory addresses that stand for the contexts of private types.
func withoutContexts(_ text: String) -> String {
  let mark = "(unknown context at $"
  var rest = Substring(text)
  var kept = ""
  while let range = rest.firstRange(of: mark) {
    kept += rest[..<range.lowerBound]
    rest = rest[range.upperBound...]
    let end = rest.drop { "0123456789abcdef".contains($0) }
    if end.hasPrefix(")."), end.startIndex > rest.startIndex {
      rest = end.dropFirst(2)
    } else {
      kept += mark
    }
  }
  return kept + rest
}

// Byte by byte: a regular expression would be compiled for each event that is logged.

/// Removes the first name of each path of names, such as `A.B.C`.
private func withoutModules(_ text: String) -> String {
  let bytes = Array(text.utf8)
  var kept: [UInt8] = []
  var position = 0
  while position < bytes.count {
    guard let end = endOfName(at: position, in: bytes) else {
      kept.append(bytes[position])
      position += 1
      continue
    }
    var pathEnd = end
    while pathEnd < bytes.count, bytes[pathEnd] == UInt8(ascii: "."),
      let next = endOfName(at: pathEnd + 1, in: bytes)
    { pathEnd = next }
    kept += bytes[(pathEnd == end ? position : end + 1)..<pathEnd]
    position = pathEnd
  }
  return String(decoding: kept, as: UTF8.self)
}

/// Returns the end of the name that begins at a position; nil if none does.
private func endOfName(at start: Int, in bytes: [UInt8]) -> Int? {
  guard start < bytes.count else { return nil }
  if bytes[start] == UInt8(ascii: "`") {
    return bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 }
  }
  guard beginsName(bytes[start]) else { return nil }
  return bytes[start...].firstIndex { !beginsName($0) && !isDigit($0) } ?? bytes.count
}

private func beginsName(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
  default: byte >= 0x80
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
