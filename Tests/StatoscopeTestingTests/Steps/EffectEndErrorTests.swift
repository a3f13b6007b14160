#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What the compiler says where a `Result` and the value in it were confused.
  @Suite struct `The compiler's errors for the results of effects` {
    @Test func `name mapToResult, and the types that end the effect`() async throws {
      let errors = try await errors(in: wrong)
      #expect(
        errors.sorted() == [
          #"7: 'map' is unavailable: \#(needsResult)"#,
          #"8: 'map' is unavailable: \#(needsResult)"#,
          #"9: 'map' is unavailable: \#(needsResult)"#,
          #"a: 'callAsFunction(_:number:with:_:)' is unavailable: \#(takesValue)"#,
          #"b: 'callAsFunction(_:with:_:)' is unavailable: \#(takesValue)"#,
          #"c: 'callAsFunction(_:as:_:number:with:_:)' is unavailable: \#(takesValue)"#,
          #"d: 'callAsFunction(_:number:with:_:)' is unavailable: \#(takesValue)"#,
          #"e: 'callAsFunction(_:_:number:with:_:)' is unavailable: \#(takesValue)"#,
        ]
      )
    }

    @Test func `do not appear for an effect that itself returns a Result`() async throws {
      #expect(try await errors(in: right).isEmpty)
    }

    private let needsResult =
      "the effect ends in a plain value here, not in a Result: write .mapToResult().map(…)"

    private let takesValue = """
      with: takes what the effect itself returns, and its own maps make the Result: write (with: value), or \
      WHEN_EffectFails(…, with: error) and FORK_EffectFails
      """

    /// The errors of a file, each behind the comment at the end of its line.
    private func errors(in source: String) async throws -> [String] {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("Results.swift")
      try Data(source.utf8).write(to: file)
      let printed = try await Toolchain.compile([file.path], ["-typecheck"])
      let lines = source.components(separatedBy: "\n")
      return printed.split(separator: "\n").compactMap { line in
        guard let error = line.firstRange(of: ": error: "), line.hasPrefix(file.path + ":") else {
          return nil
        }
        let place = line[..<error.lowerBound].dropFirst(file.path.count + 1)
        let number = place.split(separator: ":").first.flatMap { Int($0) } ?? 0
        let mark = lines[number - 1].components(separatedBy: "// ").last ?? ""
        return "\(mark): \(line[error.upperBound...])"
      }
    }

    private let wrong = """
      import Statoscope
      import StatoscopeTesting
      \(Self.scopes)
        func update(_ when: When) throws {
          guard case .go = when else { return }
          effectsState.enqueue(Load().map(When.result))  // 7
          effectsState.enqueue(Load().map { .result($0) }, id: "load")  // 8
          effectsState.enqueue(Load().map { result in  // 9
            switch result {
            case .success(let text): return .loaded(text)
            case .failure: return .go
            }
          })
        }
      }
      func plans() throws {
        try A.GIVEN { A() }.WHEN_EffectCompletes(Load.self, with: .success("x")).runTest()  // a
        try A.GIVEN { A() }.WHEN_EffectCompletes(Load(), with: .failure(Offline())).runTest()  // b
        try A.GIVEN { A() }.WHEN_EffectCompletes(\\.screen, as: A.self, Load.self, with: .success("x")).runTest()  // c
        try A.GIVEN { A() }.FORK_EffectCompletes(Load.self, with: .success("x")) { _ in }.runTest()  // d
        try A.GIVEN { A() }.WHEN_EffectCompletes(\\.a, Load.self, with: .success("x")).runTest()  // e
      }
      """

    private let right = """
      import Statoscope
      import StatoscopeTesting
      \(Self.scopes)
        func update(_ when: When) throws {
          effectsState.enqueue(Load().mapToResult().map(When.result))
          effectsState.enqueue(Load().mapToResult().map { .result($0) }, id: "load")
          effectsState.enqueue(Load().map { _ in .go })
          effectsState.enqueue(Try().map(When.result))
          effectsState.enqueue(Try().map { .result($0) })
        }
      }
      func plans() throws {
        try A.GIVEN { A() }
          .WHEN_EffectCompletes(Try.self, with: .success("x"))
          .WHEN_EffectCompletes(Try(), with: .failure(Offline()))
          .WHEN_EffectCompletes(\\.screen, as: A.self, Try.self, with: .success("x"))
          .WHEN_EffectCompletes(\\.a, Try.self, with: .success("x"))
          .FORK_EffectCompletes(Try.self, with: .success("x")) { _ in }
          .runTest()
      }
      """

    private static let scopes = """
      struct Offline: Error {}
      struct Load: Effect, Equatable { func runEffect() async throws -> String { "" } }
      struct Try: Effect, Equatable { func runEffect() async -> Result<String, any Error> { .success("") } }
      enum Screen: ScopeEnum { case a(A) }
      final class A: Scope {
        enum When { case go, loaded(String), result(Result<String, any Error>) }
        @Subscope var screen: Screen?
        @Subscope var a: A?
      """
  }
#endif
