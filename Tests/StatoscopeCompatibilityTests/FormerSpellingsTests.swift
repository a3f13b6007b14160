#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What the compiler says of code that was written for the first Statoscope.
  ///
  /// The code is that of `FirstStatoscopeTests`, which runs in Swift 5 mode; here it is compiled in each mode.
  @Suite struct `Spellings of the first Statoscope` {
    @Test(arguments: [["-swift-version", "5", "-enable-upcoming-feature", "InferSendableFromCaptures"], []])
    func `compile, each with a warning that names its replacement`(mode: [String]) async throws {
      let files = try FileManager.default.contentsOfDirectory(
        at: Self.folder,
        includingPropertiesForKeys: nil
      )
      let options = ["-typecheck", "-module-name", "FirstStatoscope"] + mode
      let said = try await Toolchain.compile(files.map(\.path).filter { $0.hasSuffix(".swift") }, options)
      #expect(Set(messages(in: said)) == Set(Self.expected), "the compiler said:\n\(said)")
    }

    @Test func `without a replacement do not compile, and the error names the remedy`() async throws {
      let folder = try TemporaryFolder()
      let source = """
        import Statoscope
        import StatoscopeCompatibility
        final class Reader: Scope {
          @Injected(overwrittingValue: EffectsExecution.live) var execution: EffectsExecution
          func update(_ when: Never) {}
        }
        """
      try folder.write(source, to: "Reader.swift")
      let said = try await Toolchain.compile([folder.file("Reader.swift").path], ["-typecheck"])
      #expect(said.contains("error: 'init(overwrittingValue:)'"), "the compiler said:\n\(said)")
      #expect(said.contains("Write @Inject var name = value"))
    }

    /// The errors and warnings, without where they stand.
    private func messages(in said: String) -> [String] {
      said.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix("/"), let kind = line.firstRange(of: #/: (warning|error): /#) else { return nil }
        let text = String(line[kind.upperBound...]).replacing(" [#DeprecatedDeclaration]", with: "")
        return line[kind].contains("error") ? "error: \(text)" : text
      }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../FirstStatoscopeTests").standardized

    private static let expected = """
      'DummyScopeImplementation' is deprecated: Write Scope, and func update(_ when: When) throws {}
      'callAsFunction(_:_:fileID:filePath:line:column:_:)' is deprecated: Return nothing from the closure of a fork
      'callAsFunction(_:fileID:filePath:line:column:_:)' is deprecated: Return nothing from the closure of a fork
      'FORK_OlderEffectCompletes(with:fileID:filePath:line:column:_:)' is deprecated: renamed to \
      'FORK_OldestEffectCompletes(with:fileID:filePath:line:column:_:)'
      'HierarchialScopeMiddleWare' is deprecated: Use SubscopeMiddleware: func updateSubscope(_ \
      event: ScopeEvent, _ next: …)
      'InjectedWithDefault' is deprecated: Write @Injected(default: value)
      'InjectionTreeNode' is deprecated: Write Scope, with enum When {} and func update(_ when: \
      When) throws {}
      'ScopeImplementation' is deprecated: renamed to 'Scope'
      'Statostore' is deprecated: renamed to 'Scope'
      'StoreProtocol' is deprecated: renamed to 'Scope'
      'StoreTestPlan' is deprecated: renamed to 'TestPlan'
      'T' is deprecated: renamed to 'Sut'
      'THEN(_:fileID:filePath:line:column:checker:)' is deprecated: Write .WITH(keyPath).THEN { \
      child in … }.POP()
      'THEN(_:fileID:filePath:line:column:checker:)' is deprecated: renamed to \
      'THEN(_:fileID:filePath:line:column:_:)'
      'THEN_Enqued(_:effect:fileID:filePath:line:column:)' is deprecated: renamed to \
      'THEN_Enqueued(_:effect:fileID:filePath:line:column:)'
      'THEN_EnquedEffect(_:equals:fileID:filePath:line:column:)' is deprecated: renamed to \
      'THEN_EnqueuedEffect(parameter:equals:fileID:filePath:line:column:)'
      'THEN_EnquedEffect(_:fileID:filePath:line:column:)' is deprecated: renamed to \
      'THEN_EnqueuedEffect(_:fileID:filePath:line:column:)'
      'THEN_EnquedEffect(parameter:equals:fileID:filePath:line:column:)' is deprecated: renamed to \
      'THEN_EnqueuedEffect(parameter:equals:fileID:filePath:line:column:)'
      'THEN_NoEnquedEffect(_:_:fileID:filePath:line:column:)' is deprecated: renamed to \
      'THEN_NoEnqueuedEffect(_:_:fileID:filePath:line:column:)'
      'THEN_NoEnquedEffect(_:fileID:filePath:line:column:)' is deprecated: renamed to \
      'THEN_NoEnqueuedEffect(_:fileID:filePath:line:column:)'
      'WHEN_OlderEffectCompletes(with:fileID:filePath:line:column:)' is deprecated: renamed to \
      'WHEN_OldestEffectCompletes(with:fileID:filePath:line:column:)'
      'WhenFromSubscope' is deprecated: Use SubscopeMiddleware, whose updateSubscope gets a \
      ScopeEvent and next
      'XCTAssertEffectsInclude(_:_:_:fileID:file:line:column:)' is deprecated: Use \
      THEN_EnqueuedEffect, or look at scope.effects
      'XCTAssertEqualDiff(_:_:_:fileID:file:line:column:)' is deprecated: Write XCTAssertEqual, or \
      THEN(keyPath, equals:) in a plan
      '_unsafeSendImplementation' is deprecated: Call next(), and change an event in \
      addMiddleware(_:) of the scope itself
      '_unsafeSendImplementation(_:isolation:)' is deprecated: renamed to 'trySend(_:isolation:)'
      'addMiddleWare' is deprecated: Use addMiddleware { scope, when, next in try next(when) }
      'addMiddleWare' is deprecated: renamed to 'addMiddleware(_:)'
      'all' is deprecated: Write .verbose, which is all levels but .state; .all is every level now
      'basic' is deprecated: Write .basic
      'configure(clearEffectsOnEveryWhenOrEnd:fileID:filePath:line:column:)' is deprecated: Write \
      true for .all and false for .none; end other effects by hand
      'debugDescription' is deprecated: Write String(describing: effect.pristine)
      'forward()' is deprecated: Call next()
      'init(_:)' is deprecated: Write @Injected
      'init(_:)' is deprecated: replaced by 'init(default:)'
      'init(given:fileID:filePath:line:column:)' is deprecated: Write try GIVEN { Scope() }
      'injectSuperscopeForTesting' is deprecated: renamed to 'injectObject(_:)'
      'logReplacement' is deprecated: Set sink, and logLevel to .all
      'resolve()' is deprecated: Declare @Injected var value: Value, or try resolve(Value.self)
      'resolveUnsafe()' is deprecated: Write try resolve(Value.self)
      'scopeEffectsDisabledInUnitTests' is deprecated: Give a tree its own: \
      scope.injectObject(EffectsExecution.enqueueOnly)
      'selfRootKeyPath' is deprecated: renamed to 'tree.keyPathFromRoot'
      'sendUnsafe(_:isolation:)' is deprecated: renamed to 'trySend(_:isolation:)'
      'subscope()' is deprecated: Call next()
      'subscopeKeyPath' is deprecated: Use ScopeEvent's path, which is that from the root
      'throwsWHEN(_:_:fileID:filePath:line:column:)' is deprecated: renamed to \
      'WHEN_Throws(_:_:error:fileID:filePath:line:column:)'
      'throwsWHEN(_:clearEffects:fileID:filePath:line:column:_:)' is deprecated: Write \
      WHEN_Throws(event), after configure(clearEffectsOnEveryWhenOrEnd: true)
      'throwsWHEN(_:fileID:filePath:line:column:)' is deprecated: renamed to \
      'WHEN_Throws(_:error:fileID:filePath:line:column:)'
      'throwsWHEN(clearEffects:fileID:filePath:line:column:_:)' is deprecated: Write \
      WHEN_Throws(event), after configure(clearEffectsOnEveryWhenOrEnd: true)
      'verbose' is deprecated: Write .all, which is every level; .verbose is all but .state now
      """.split(separator: "\n").map(String.init)
  }
#endif
