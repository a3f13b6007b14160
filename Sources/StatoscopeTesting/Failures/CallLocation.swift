/// A location in a user's source.
package struct CallLocation: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file name and the line, such as `CounterTest.swift:12`.
  package var description: String {
    let path = "\(filePath)"
    return "\(path.split(separator: "/").last ?? "an unknown file"):\(line)"
  }
}
