import Foundation

/// The place for what people are to read while a program or a test runs.
package enum StandardError {
  package static func write(_ text: String) {
    // It may be closed; there is nowhere left to say so.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
