import Foundation

/// The script that has started the walk: it does what a line asks for, and answers with one line.
actor Script {
  /// The script could not do something, or has ended.
  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  private var lines: AsyncStream<String>.Iterator
  private var isBusy = false

  init() {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines.makeAsyncIterator()
    // Reading blocks its thread.
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }

  /// Asks for something, and returns what the script says of it.
  ///
  /// - Throws: ``Failure``.
  func perform(_ command: String) async throws -> String {
    say("! \(command)")
    var lines = lines
    guard let answer = await lines.next(isolation: #isolation) else {
      throw Failure(errorDescription: "The script has ended before it answered “\(command)”.")
    }
    self.lines = lines
    let parts = answer.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.first == "done" else {
      throw Failure(errorDescription: "The script could not do “\(command)”: \(parts.last ?? "")")
    }
    return parts.count == 2 ? parts[1] : ""
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
