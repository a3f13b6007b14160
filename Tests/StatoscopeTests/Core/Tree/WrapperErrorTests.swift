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
      #expect(errors.count == 3, "the compiler said:\n\(said)")
      let subscope = """
        'init(wrappedValue:)' is unavailable: @Subscope holds scopes: a class that is a Scope, a ScopeEnum, or an \
        optional, an array or a dictionary of one. Other state is a property without it
        """
      #expect(errors.count { $0.contains(subscope) } == 2, "the compiler said:\n\(said)")
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
