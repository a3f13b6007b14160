import Foundation

/// Standard error, for messages to people while a program or a test runs.
package enum StandardError {
  package static func write(_ text: String) {
    // Standard error may be closed; there is no other place to report that.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
