#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What the compiler says of the ways to move a scope to another actor after its first event.
  ///
  /// The files beside this one are compiled as Swift 6. A line that the compiler refuses ends in `// error:` and the
  /// text; every other line is accepted today. A newer compiler that refuses more fails these tests: then its new
  /// errors belong into the files, and what they refuse leaves the article on isolation.
  @Suite struct `A scope that moves after its first event` {
    @Test(arguments: CompilerPin.byDefault)
    func `is accepted or refused by the compiler as documented`(pin: CompilerPin) async throws {
      try await pin.expect(CompilerPin.saidByDefault.value)
    }

    @Test func `may be returned by a factory that runs on its caller's actor`() async throws {
      try await CompilerPin.nonsendingByDefault.expect(CompilerPin.saidOfNonsendingByDefault.value)
    }
  }

  /// One file of snippets.
  struct CompilerPin: CustomTestStringConvertible {
    let name: String

    var testDescription: String { name }

    static let byDefault = [
      "OrdinaryMove", "NonsendingFunction", "NonEscapingClosure", "StoredClosure", "ReturningClosure",
      "IsolatedConformance",
    ].map(CompilerPin.init)

    static let nonsendingByDefault = CompilerPin(name: "NonsendingByDefault")

    /// What the compiler says of all files; one compilation for all tests.
    static let saidByDefault = Task { try await compile(byDefault) }

    static let saidOfNonsendingByDefault = Task {
      try await compile(
        [nonsendingByDefault],
        "-enable-upcoming-feature",
        "NonisolatedNonsendingByDefault"
      )
    }

    /// Compares the errors and warnings of this file with those that it names.
    func expect(_ said: String) throws {
      let path = path
      let found = said.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix(path + ":") else { return nil }
        // FILE:LINE:COLUMN: error: TEXT [#GROUP]
        let parts = line.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
        guard parts.count == 3 else { return nil }
        let text = parts[2].trimmingPrefix(" ").prefix { $0 != "[" }.trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("note:") ? nil : "\(parts[0]): \(text)"
      }
      #expect(Set(found) == Set(try named), "the compiler said:\n\(said)")
    }

    /// The errors that the file names.
    private var named: [String] {
      get throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
          separator: "\n",
          omittingEmptySubsequences: false
        )
        return lines.enumerated().compactMap { number, line in
          line.firstRange(of: "// error: ").map { "\(number + 1): error: \(line[$0.upperBound...])" }
        }
      }
    }

    private var path: String { CompilerPin.folder.appendingPathComponent(name + ".swift").path }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("CompilerPins")

    /// Compiles files as far as the compiler looks for data races.
    private static func compile(_ pins: [CompilerPin], _ options: String...) async throws -> String {
      let scope = CompilerPin(name: "Visits")
      let stop = ["-wmo", "-parse-as-library", "-emit-sil", "-o", "/dev/null"]
      return try await Toolchain.compile(([scope] + pins).map(\.path), stop + options)
    }
  }
#endif
