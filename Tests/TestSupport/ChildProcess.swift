import Foundation
import Statoscope

/// A program of this package that runs beside the tests, and what it prints.
///
/// Killed with its last reference. Not a `Process`: on Linux that one now and then misses the end of its child.
public final class ChildProcess: Sendable {
  /// The system's number of the process, until its end has been seen.
  private let number: Locked<pid_t?>
  private let heard = Locked(Heard())

  /// Not a stream: its reader would go on in the shared pool, and wait there for its turn.
  private struct Heard: Sendable {
    var output: [Data] = []
    var isClosed = false
    var code: Int32?
    var reader: CheckedContinuation<Void, Never>?
  }

  /// Starts a program that is built beside the tests.
  ///
  /// It is not searched for leaks: it may end while a thread of its own reads a file, and the leak sanitizer cannot
  /// follow the pointers of `Data`.
  public convenience init(_ name: String, _ arguments: String...) throws {
    let path = ChildProcess.folderOfPrograms.appending(path: name).path
    try self.init(path: path, arguments, environment: ["ASAN_OPTIONS": "detect_leaks=0"])
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: what its environment has besides that of the tests, whose plans are reported without its own.
  ///   - hearsErrors: whether what it writes to standard error is taken for what it prints, too.
  public init(
    path: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    hearsErrors: Bool = false
  ) throws {
    let (reading, number) = try ChildProcess.spawn(path, arguments, environment, hearsErrors)
    self.number = Locked(number)
    Thread.detachNewThread { [number = self.number, heard] in
      // It ends when the child does, whose alone the other end is.
      while case let piece = reading.availableData, !piece.isEmpty {
        ChildProcess.note(in: heard) { $0.output.append(piece) }
      }
      ChildProcess.note(in: heard) { $0.isClosed = true }
      let code = number.withLock { ChildProcess.reap(&$0) }
      ChildProcess.note(in: heard) { $0.code = code }
    }
  }

  deinit {
    kill()
  }

  /// Waits for the next piece of what it prints; nil when it has ended.
  nonisolated(nonsending) public func nextOutput() async -> String? {
    await wait { !$0.output.isEmpty || $0.isClosed }
    let piece = heard.withLock { $0.output.isEmpty ? nil : $0.output.removeFirst() }
    return piece.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits for its end.
  ///
  /// - Returns: the exit code, or what it was killed with, and all that it printed and was not asked for before.
  nonisolated(nonsending) public func finish() async -> (code: Int32, output: String) {
    await wait { $0.code != nil }
    return heard.withLock { heard in
      defer { heard.output = [] }
      return (heard.code ?? -1, String(decoding: Data(heard.output.joined()), as: UTF8.self))
    }
  }

  nonisolated(nonsending) private func wait(until isEnough: @Sendable (Heard) -> Bool) async {
    while !heard.withLock({ isEnough($0) }) {
      await withCheckedContinuation { continuation in
        let isThere = heard.withLock { heard in
          if !isEnough(heard) { heard.reader = continuation }
          return isEnough(heard)
        }
        if isThere { continuation.resume() }
      }
    }
  }

  private static func note(in heard: Locked<Heard>, _ change: (inout Heard) -> Void) {
    let reader = heard.withLock { heard in
      change(&heard)
      return heard.reader.take()
    }
    reader?.resume()
  }

  /// Ends it on the spot; it cannot defend itself.
  public func kill() {
    number.withLock { number in
      if let number { _ = Foundation.kill(number, SIGKILL) }
    }
  }

  // MARK: The system's side

  /// Held from the making of a pipe until it is marked: a child started in between would keep it open.
  private static let starting = NSLock()

  private static func spawn(
    _ path: String,
    _ arguments: [String],
    _ additions: [String: String],
    _ hearsErrors: Bool
  ) throws -> (FileHandle, pid_t) {
    starting.lock()
    defer { starting.unlock() }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if hearsErrors { posix_spawn_file_actions_adddup2(&actions, ends[1], 2) }
    // The plans of a child are no part of what the tests report, unless its test says so.
    let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("STATOSCOPE_FLOWS") }
    // Nor is what it runs part of the coverage: killed while it writes its profile, it would spoil that of the tests.
    let environment = inherited.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }.merging(additions) { $1 }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    var number: pid_t = 0
    let failure = posix_spawn(&number, path, &actions, nil, &words, &settings)
    for word in words + settings { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    let reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    guard failure == 0 else { throw CocoaError(.fileNoSuchFile) }
    return (reading, number)
  }

  private static func reap(_ number: inout pid_t?) -> Int32 {
    guard let child = number else { return -1 }
    number = nil
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return -1 } }
    // As a shell has it: the code, or the signal.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
  }

  private static var folderOfPrograms: URL {
    #if canImport(Darwin)
      Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
    #else
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #endif
  }
}
