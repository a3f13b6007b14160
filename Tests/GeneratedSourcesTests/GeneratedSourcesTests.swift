#if os(Linux)
  import Statoscope
  import TestSupport
  import Testing

  /// The source of values of all kinds, compiled and run: it makes the same value, or it does not compile and says why.
  @Suite struct `Generated sources` {
    @Test(.waitsForPrograms, .timeLimit(.minutes(20)))
    func `of all kinds of values make equal values, or do not compile`() async throws {
      let program = try SourceProgram()
      #expect(Set(program.entries.map(\.index)).count > 150)
      let faults = zip(program.entries, try await program.verdicts()).compactMap { entry, verdict in
        fault(of: entry, verdict).map {
          "\(entry.sample.type): \($0)\n    \(entry.source.description.replacing("\n", with: "\n    "))"
        }
      }
      #expect(faults.isEmpty, "\(faults.count) faults:\n\(faults.joined(separator: "\n"))")
    }

    private func fault(of entry: SourceProgram.Entry, _ verdict: SourceProgram.Verdict) -> String? {
      switch (entry.source.isWhole, verdict) {
      case (true, .isRefused(let error)):
        entry.sample.expectation == .noOther ? nil : "does not compile, and has no comment: \(error)"
      case (true, .differs): "makes another value"
      case (true, .endsTheProgram): "ends the program"
      case (true, .equal):
        entry.sample.expectation == .placeholder ? "claims to make a value that nothing can make" : nil
      case (false, .isRefused):
        if !entry.source.description.contains("/*") {
          "is a placeholder without a comment"
        } else {
          entry.sample.expectation == .source ? "is a placeholder, and can be written" : nil
        }
      case (false, _): "is a placeholder that compiles"
      }
    }
  }
#endif
