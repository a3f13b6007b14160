import Foundation
import Statoscope
import TestSupport
import Testing

/// Random worlds of scopes in which all code of the app performs random operations; see `ReentrantWorld`.
///
/// They run in a process of their own, because a fault ends it, and because their log is the process's. The text of a
/// failure names the seed and the round; `.github/CONTRIBUTING.md` says how to run more of them.
@Suite struct `Random worlds in which all code of the app re-enters` {
  @Test(.waitsForPrograms, .timeLimit(.minutes(120)))
  func `satisfy the rules of trees, events and effects`() async throws {
    let settings = ProcessInfo.processInfo.environment
    let folder = try TemporaryFolder()
    let log = settings["STATOSCOPE_FUZZ_LOG"] ?? folder.url.appending(path: "log").path
    // The order of a dictionary is a part of what happens.
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    let end: Void? = await #expect(processExitsWith: .success) { [log = log as String] in
      ReentrancyLog.begin(at: log)
      let violations = await ReentrancyRun.fromEnvironment.run()
      for violation in violations { ReentrancyLog.write(violation) }
      exit(violations.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    }.map { _ in }
    if end == nil || settings["STATOSCOPE_FUZZ_SECONDS"] != nil { print(ReentrancyLog.end(of: log)) }
    if end == nil { Issue.record("\(ReentrancyLog.end(of: log))") }
  }
}

/// What the process that runs the worlds writes to standard error, in a file: the last round, and why it ended.
enum ReentrancyLog {
  static func begin(at path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    if file >= 0 { dup2(file, STDERR_FILENO) }
  }

  /// Begins anew: rounds without a fault leave nothing to read.
  static func restart(with line: String) {
    ftruncate(STDERR_FILENO, 0)
    write(line)
  }

  static func write(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

  static func end(of path: String) -> String {
    let text =
      (try? Data(contentsOf: URL(fileURLWithPath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return String(text.suffix(6_000))
  }
}

/// A number of rounds, one after the other.
struct ReentrancyRun {
  let seed: UInt64
  /// The only round, if one is replayed.
  let round: Int?
  let rounds: Int
  /// The time after which no further round begins, in place of their number.
  let time: Duration?
  let isTraced: Bool

  static var fromEnvironment: ReentrancyRun {
    let settings = ProcessInfo.processInfo.environment
    return ReentrancyRun(
      seed: settings["STATOSCOPE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 30,
      round: settings["STATOSCOPE_FUZZ_ROUND"].flatMap { Int($0) },
      rounds: settings["STATOSCOPE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 20,
      time: settings["STATOSCOPE_FUZZ_SECONDS"].flatMap { Double($0) }.map { .seconds($0) },
      isTraced: settings["STATOSCOPE_FUZZ_TRACE"] != nil
    )
  }

  /// - Returns: the rules that were violated.
  func run() async -> [String] {
    StatoscopeLogger.sink = { _, _ in ReentrantWorld.appRuns(at: .logSink) }
    let observer = HangObserver()
    var visits: [ReentrantPoint: Int] = [:]
    let start = ContinuousClock.now
    var number = round ?? 0
    while true {
      report(number, to: observer)
      let (violations, visited) = await ReentrantRound(seed: seed, number: number, isTraced: isTraced)
        .run(observedBy: observer)
      guard violations.isEmpty else { return violations }
      visits.merge(visited, uniquingKeysWith: +)
      number += 1
      if round != nil { return [] }
      if time.map({ ContinuousClock.now - start >= $0 }) ?? (number >= rounds) { break }
    }
    if time != nil || isTraced { ReentrancyLog.write("\(number) rounds of STATOSCOPE_FUZZ_SEED=\(seed)") }
    return round == nil && number >= 200 ? unvisited(visits) : []
  }

  /// A point that no code of the app has run at is one that the machine does not look at.
  private func unvisited(_ visits: [ReentrantPoint: Int]) -> [String] {
    let points = ReentrantPoint.allCases.filter { visits[$0] == nil }.map(\.rawValue)
    return points.isEmpty ? [] : ["no code of the app has run at \(points.joined(separator: ", "))"]
  }

  private func report(_ number: Int, to observer: HangObserver) {
    let name = "STATOSCOPE_FUZZ_SEED=\(seed) STATOSCOPE_FUZZ_ROUND=\(number)"
    observer.roundBegins(name)
    // Written before it runs, because a fault may end the process.
    ReentrancyLog.restart(with: name)
  }
}
