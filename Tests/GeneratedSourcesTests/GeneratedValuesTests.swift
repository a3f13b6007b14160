#if os(Linux)
  import Foundation
  import Statoscope
  import TestSupport
  import Testing

  /// The sources of values of all kinds are compiled and run: each makes the same value, or the compiler refuses it.
  @Suite("Generated sources, values")
  struct GeneratedValuesTests {
    @Test(.waitsForPrograms) func `the source of every kind of value makes the same value`() async throws {
      let samples = Sample.all(of: Samples(), "samples")
      #expect(samples.count >= 150)
      for sample in samples {
        #expect(sample.expected.isWhole && sample.anywhere.isWhole, "\(sample.description)")
      }
      var lines = samples.map { "check(\(literal($0.name)), \($0.place)) { \($0.expected) }" }
      lines += samples.map {
        "check(\(literal("\($0.name) as Any")), \($0.place) as Any) { \($0.anywhere) as Any }"
      }
      let output = try await GeneratedProgram.run(lines)
      #expect(output == "\(lines.count) compared\n")
    }

    @Test(.waitsForPrograms) func `what has no source is a placeholder, which does not compile`() async throws
    {
      let unwritten = Sample.all(of: Unwritten(), "unwritten")
      for sample in unwritten {
        #expect(!sample.expected.isWhole && !sample.anywhere.isWhole, "\(sample)")
        #expect(sample.expected.description.contains("<#"), "\(sample)")
        #expect(sample.expected.description.contains("#> /* "), "\(sample)")
      }
      try await expectRefusal(
        of: unwritten.map { "check(\(literal($0.name)), \($0.place)) { \($0.expected) }" }
      )
    }

    @Test(.waitsForPrograms) func `what is declared otherwise does not compile`() async throws {
      let lines = Sample.all(of: Refuted(), "refuted").map {
        "check(\(literal($0.name)), \($0.place)) { \($0.expected) }"
      }
      try await expectRefusal(of: lines)
    }

    private func expectRefusal(of lines: [String]) async throws {
      let refused = try await GeneratedProgram.refusedLines(lines)
      let accepted = lines.indices.filter { !refused.contains($0) }.map { lines[$0] }
      #expect(accepted.isEmpty, "\(accepted.joined(separator: "\n"))")
    }

    private func literal(_ text: String) -> String { SwiftSource.literal(text) }
  }

  /// A property of one of the lists of values, and its source.
  private struct Sample: CustomStringConvertible {
    let name: String
    /// The property in the program.
    let place: String
    /// The source where the type of the property is expected.
    let expected: SwiftSource
    /// The source where any type may be expected.
    let anywhere: SwiftSource

    var description: String { "\(name): \(expected)" }

    static func all(of samples: Any, _ variable: String) -> [Sample] {
      Mirror(reflecting: samples).children.map { child in
        let name = child.label ?? ""
        return Sample(
          name: name,
          place: "\(variable).\(name)",
          // A property may be declared with a protocol's type.
          expected: existential.contains(name)
            ? SwiftSource(child.value) : SwiftSource(shorthandOf: child.value),
          anywhere: SwiftSource(child.value)
        )
      }
    }

    private static let existential: Set = ["anyError", "type"]
  }

  /// A program of the samples, with lines that compare them.
  private enum GeneratedProgram {
    private static let start = """
      import Foundation

      let samples = Samples()
      let unwritten = Unwritten()
      let refuted = Refuted()
      var compared = 0

      @MainActor func check<Value>(_ name: String, _ value: Value, _ make: () -> Value) {
        let made = make()
        if !isSame(value, made) { print("\\(name) differs: \\(fingerprint(value)), \\(fingerprint(made))") }
        compared += 1
      }


      """

    static func run(_ lines: [String]) async throws -> String {
      let folder = try TemporaryFolder()
      let program = folder.url.appendingPathComponent("generated")
      let printed = try await compile(lines, in: folder, ["-o", program.path])
      guard FileManager.default.isExecutableFile(atPath: program.path) else { return printed }
      return printed + (try await Toolchain.output(of: program, []))
    }

    /// Returns the indexes of the lines with errors.
    static func refusedLines(_ lines: [String]) async throws -> Set<Int> {
      let folder = try TemporaryFolder()
      let printed = try await compile(lines, in: folder, ["-typecheck"])
      let first = start.split(separator: "\n", omittingEmptySubsequences: false).count
      let numbers = printed.split(separator: "\n").compactMap { line -> Int? in
        guard let name = line.firstRange(of: "main.swift:"), line.contains(": error: ") else { return nil }
        return Int(line[name.upperBound...].prefix(while: \.isNumber))
      }
      return Set(numbers.map { $0 - first })
    }

    private static func compile(
      _ lines: [String],
      in folder: TemporaryFolder,
      _ options: [String]
    ) async throws -> String {
      let main = folder.url.appendingPathComponent("main.swift")
      let text = start + lines.joined(separator: "\n") + "\nprint(\"\\(compared) compared\")\n"
      try Data(text.utf8).write(to: main)
      let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Program"
      )
      let files = ["Samples.swift", "SampleTypes.swift"].map { sources.appendingPathComponent($0).path }
      return try await Toolchain.compile(files + [main.path], options)
    }
  }
#endif
