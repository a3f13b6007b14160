#if os(Linux)
  import Foundation
  import Statoscope
  import TestSupport

  /// Values as source, compiled into a program that compares what the source makes with the values themselves.
  struct SourceProgram {
    /// A value as source, in one of its forms.
    struct Entry {
      let sample: SourceSample
      /// The sample's position in the list.
      let index: Int
      let source: SwiftSource
    }

    /// What became of the source of an entry.
    enum Verdict: Equatable {
      case equal
      case differs
      /// The first error of the compiler.
      case isRefused(String)
      case endsTheProgram
    }

    /// Why the program could not be made.
    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    let entries: [Entry]
    private let folder: TemporaryFolder
    /// The files with the values, which stand beside this one.
    private let samples: [String]

    /// Writes all samples, also in the form that is used where the type is known.
    init(filePath: String = #filePath) throws {
      entries = SourceSamples().all.enumerated().flatMap { index, sample in
        let (source, shorthand) = (SwiftSource(sample.value), SwiftSource(shorthandOf: sample.value))
        // A shorthand is for a context that says which type it is of.
        let isForAny = sample.type.contains("?") || sample.type.lowercased().hasPrefix("any")
        let sources =
          isForAny || source.description == shorthand.description ? [source] : [source, shorthand]
        return sources.map { Entry(sample: sample, index: index, source: $0) }
      }
      folder = try TemporaryFolder()
      let beside = URL(fileURLWithPath: filePath).deletingLastPathComponent()
      samples = [
        "SourceSample", "SourceSamples+Basics", "SourceSamples+Types", "SourceSamples+Others", "SourceTypes",
      ]
      .map { beside.appending(path: "\($0).swift").path }
      for (number, entry) in entries.enumerated() {
        try write(
          """
          import Foundation

          func made\(number)() throws -> \(entry.sample.type) {
            func same(_ value: \(entry.sample.type)) -> \(entry.sample.type) { value }
            return same(\(entry.source))
          }

          """,
          to: SourceProgram.file(number)
        )
      }
    }

    /// Compiles and compares all entries; one that does not compile must keep no other from it.
    ///
    /// - Returns: the verdict for each entry; a placeholder that compiles is equal.
    func verdicts() async throws -> [Verdict] {
      var all = [Verdict](repeating: .equal, count: entries.count)
      for isWhole in [true, false] {
        let numbers = entries.indices.filter { entries[$0].source.isWhole == isWhole }
        for (number, verdict) in try await verdicts(of: numbers, areRun: isWhole) {
          all[number] = verdict
        }
      }
      return all
    }

    private func verdicts(of numbers: [Int], areRun: Bool) async throws -> [Int: Verdict] {
      var refused: [Int: Verdict] = [:]
      var left = numbers
      while true {
        let errors = try await errors(compiling: left, areRun: areRun)
        guard !errors.isEmpty else { break }
        refused.merge(errors.mapValues { .isRefused($0) }) { $1 }
        left.removeAll { errors[$0] != nil }
      }
      guard areRun else { return refused }
      return refused.merging(try await run(left)) { $1 }
    }

    /// Compiles some entries into the program.
    ///
    /// - Returns: the first error in each entry; none if all compile.
    private func errors(compiling numbers: [Int], areRun: Bool) async throws -> [Int: String] {
      try write(main(comparing: areRun ? numbers : []), to: "main.swift")
      let files = numbers.map(SourceProgram.file) + ["main.swift"]
      let program = folder.url.appending(path: "program")
      let output = try await Toolchain.compile(
        samples + files.map { folder.url.appending(path: $0).path },
        ["-wmo", "-Onone"] + (areRun ? ["-o", program.path] : ["-typecheck"])
      )
      var errors: [Int: String] = [:]
      for line in output.split(separator: "\n") {
        guard let match = line.firstMatch(of: /Entry([0-9]+)\.swift:[0-9]+:[0-9]+: error: (.*)/) else {
          continue
        }
        if let number = Int(match.1), errors[number] == nil { errors[number] = String(match.2) }
      }
      if errors.isEmpty, output.contains("error:") {
        throw Failure(description: "the program does not compile:\n\(output)")
      }
      return errors
    }

    private func main(comparing numbers: [Int]) -> String {
      """
      import Foundation

      let samples = SourceSamples().all
      let first = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0

      func say(_ text: String) { FileHandle.standardOutput.write(Data("\\(text)\\n".utf8)) }

      @MainActor func compare<Value>(_ number: Int, _ index: Int, _ make: () throws -> Value) throws {
        guard number >= first else { return }
        say("entry \\(number)")
        say(samples[index].isEqual(Boxed(value: try make())) ? "equal" : "differs")
      }

      \(numbers.map { "try compare(\($0), \(entries[$0].index), made\($0))" }.joined(separator: "\n"))
      """
    }

    /// Runs the program, again behind each entry that ends it.
    private func run(_ numbers: [Int]) async throws -> [Int: Verdict] {
      var verdicts: [Int: Verdict] = [:]
      var first = 0
      let program = folder.url.appending(path: "program")
      while first < entries.count {
        let output = try await Toolchain.output(of: program, ["\(first)"])
        var current: Int?
        for line in output.split(separator: "\n") {
          if let match = line.wholeMatch(of: /entry ([0-9]+)/) {
            current = Int(match.1)
          } else if let number = current, line == "equal" || line == "differs" {
            verdicts[number] = line == "equal" ? .equal : .differs
            current = nil
          }
        }
        guard let ended = current else { break }
        verdicts[ended] = .endsTheProgram
        first = ended + 1
      }
      return verdicts
    }

    private static func file(_ number: Int) -> String { "Entry\(number).swift" }

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.url.appending(path: name))
    }
  }
#endif
