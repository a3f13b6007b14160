import Foundation
import TestSupport
import Testing

/// Random models, explored, against a search of their own; see ``OracleMachine``, ``OracleSearch``.
///
/// A failure names its seed and round, and shows the smallest model that it was shrunk to.
/// `STATOSCOPE_FUZZ_SEED=S STATOSCOPE_FUZZ_ROUND=R` runs that round alone, `STATOSCOPE_FUZZ_ROUNDS=N` as many as
/// asked for, and `STATOSCOPE_FUZZ_TRACE=1` counts what the models were like.
@Suite struct `Oracle of explorations` {
  @Test(.computes, .timeLimit(.minutes(60)))
  func `agrees with explorations about random models`() {
    let run = OracleRun.fromEnvironment
    let failures = run.run()
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n\n"))")
  }
}
