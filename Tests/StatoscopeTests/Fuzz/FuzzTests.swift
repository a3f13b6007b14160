import Foundation
import TestSupport
import Testing

/// Random worlds of scopes against a model; see `FuzzWorld`.
///
/// A failure names its seed and round. `STATOSCOPE_FUZZ_SEED=S STATOSCOPE_FUZZ_ROUND=R` runs that round alone,
/// `STATOSCOPE_FUZZ_ROUNDS=N` as many as asked for, and `STATOSCOPE_FUZZ_TRACE=1` writes what happens to standard error.
@Suite struct `Random worlds of scopes` {
  @Test(.timeLimit(.minutes(60)))
  func `satisfy the rules of effects, trees and homes`() async throws {
    let settings = ProcessInfo.processInfo.environment
    let seed = settings["STATOSCOPE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 15
    let rounds = settings["STATOSCOPE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 500
    let isTraced = settings["STATOSCOPE_FUZZ_TRACE"] != nil
    let single = settings["STATOSCOPE_FUZZ_ROUND"].flatMap { Int($0) }
    let violations = await withLoggedLinesForgotten {
      if let single { return await FuzzRound(seed: seed, number: single, isTraced: isTraced).run() }
      return await withTaskGroup(of: [String].self) { group in
        var violations: [String] = []
        for number in 0..<rounds {
          if number >= 3, let found = await group.next() { violations += found }
          group.addTask { await FuzzRound(seed: seed, number: number, isTraced: isTraced).run() }
        }
        for await found in group { violations += found }
        return violations
      }
    }
    #expect(violations.isEmpty, "\(violations.prefix(20).joined(separator: "\n"))")
  }

  /// Runs a closure while what the library logs at `.errors` is formatted and forgotten.
  private func withLoggedLinesForgotten(_ body: () async -> [String]) async -> [String] {
    (try? await withLoggedLines([.errors]) { _ in await body() }) ?? []
  }
}
