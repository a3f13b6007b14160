#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What the compiler says where a property wrapper cannot be used.
  @Suite struct `The compiler's errors for a property wrapper` {
    @Test func `name the types of a subscope, and the needs of an injected value`() async throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("Wrong.swift")
      try Data(source.utf8).write(to: file)
      let said = try await Toolchain.compile([file.path], ["-typecheck"])
      let errors = said.split(separator: "\n").filter { $0.hasPrefix(file.path) && $0.contains(": error: ") }
      let lines = Set(errors.map { $0.dropFirst(file.path.count + 1).prefix { $0 != ":" } })
      #expect(lines == ["7", "8", "9"], "the compiler said:\n\(said)")
      for type in ["Settings", "String"] {
        let subscope = "generic struct 'Subscope' requires that '\(type)' conform to 'SubscopeValue'"
        #expect(errors.contains { $0.contains(subscope) }, "the compiler said:\n\(said)")
      }
      let injected = """
        'init()' is unavailable: the type is not Injectable, so it has no default: conform to Injectable, or write \
        @Injected(default: …)
        """
      #expect(errors.count { $0.contains(injected) } == 1, "the compiler said:\n\(said)")
    }

    private let source = """
      import Statoscope

      struct Settings {}

      final class Wrong: Scope {
        enum When { case nothing }
        @Subscope var settings = Settings()
        @Subscope var names: [String] = []
        @Injected var locale: Settings
        func update(_ when: When) throws {}
      }
      """
  }
#endif
