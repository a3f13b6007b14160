import Foundation
import Synchronization

/// A server in a process of its own.
package final class ShopProcess: Sendable {
  private struct Output {
    var text = ""
    var waiting: CheckedContinuation<Void, Never>?
    var hasEnded = false
  }

  /// The server did not open; what it has printed.
  package struct NotOpen: LocalizedError {
    package let errorDescription: String?
  }

  private let process: Mutex<Process>
  private let output = Mutex(Output())
  private let ended = Mutex<(status: Int32?, waiting: [CheckedContinuation<Int32, Never>])>((nil, []))
  package let pid: Int32

  /// Starts a program, with what it prints in ``text``.
  package init(_ program: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    let (started, finished) = (AsyncStream.makeStream(of: Int32.self))
    process.terminationHandler = { finished.yield($0.terminationReason == .exit ? $0.terminationStatus : -1) }
    try ShopProcess.withoutBlockedSignals { try process.run() }
    pid = process.processIdentifier
    self.process = Mutex(process)
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.receive(data)
    }
    Task { [weak self] in
      for await status in started {
        self?.end(status)
        return
      }
    }
  }

  deinit {
    if ended.withLock({ $0.status }) == nil { _ = Foundation.kill(pid, SIGKILL) }
  }

  /// What it has printed up to now.
  package var text: String { output.withLock { $0.text } }

  /// The number behind a text that the program prints, for example the port in an address.
  package func number(after words: String) async throws -> Int {
    while true {
      let (text, hasEnded) = output.withLock { ($0.text, $0.hasEnded) }
      if let range = text.range(of: words), text[range.upperBound...].contains("\n"),
        let number = Int(text[range.upperBound...].prefix { $0.isNumber })
      {
        return number
      }
      guard !hasEnded else { throw NotOpen(errorDescription: text) }
      await moreOutput(than: text)
    }
  }

  /// All that it prints until it ends.
  package func wholeText() async -> String {
    while true {
      let (text, hasEnded) = output.withLock { ($0.text, $0.hasEnded) }
      if hasEnded { return text }
      await moreOutput(than: text)
    }
  }

  private func moreOutput(than text: String) async {
    await withCheckedContinuation { waiting in
      let isNew = output.withLock { output in
        if output.text != text || output.hasEnded { return true }
        output.waiting = waiting
        return false
      }
      if isNew { waiting.resume() }
    }
  }

  package func send(_ signal: Int32) { _ = Foundation.kill(pid, signal) }

  /// The status that it exits with; -1 when a signal ended it.
  package func exitStatus() async -> Int32 {
    await withCheckedContinuation { waiting in
      let status = ended.withLock { ended in
        if ended.status == nil { ended.waiting.append(waiting) }
        return ended.status
      }
      if let status { waiting.resume(returning: status) }
    }
  }

  /// Runs something with no signal blocked, as a program expects to be started.
  ///
  /// The threads that tasks run on block them all, and a new process inherits that.
  private static func withoutBlockedSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  private func receive(_ data: Data) {
    let waiting = output.withLock { output in
      output.text += String(decoding: data, as: UTF8.self)
      if data.isEmpty { output.hasEnded = true }
      return output.waiting.take()
    }
    waiting?.resume()
  }

  private func end(_ status: Int32) {
    let waiting = ended.withLock { ended in
      ended.status = status
      defer { ended.waiting = [] }
      return ended.waiting
    }
    for waiting in waiting { waiting.resume(returning: status) }
  }
}
