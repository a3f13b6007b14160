#if os(Linux)
  import Foundation
  import TestSupport

  /// A test program of its own, made of flows that are pasted into it, and linked with the modules of this build.
  package struct PastedProgram {
    /// Why it could not be made.
    package struct Failure: Error, CustomStringConvertible {
      package let description: String
    }

    private let folder: URL
    private let product = URL(fileURLWithPath: CommandLine.arguments[0])

    /// Compiles the flows, each as a test.
    ///
    /// - Parameter sources: the paths of source files that declare what the flows name.
    package init(flows: [String], besides sources: [String]) async throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("pasted-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let tests = flows.enumerated().map { index, flow in
        "  func testFlow\(index)() throws {\n\(flow)\n  }\n"
      }
      let entries = flows.indices.map { "(\"testFlow\($0)\", PastedTests.testFlow\($0))" }
      try write(
        """
        import Statoscope
        import StatoscopeTesting
        import XCTest

        final class PastedTests: XCTestCase {
        \(tests.joined(separator: "\n"))
        }
        """,
        to: "Pasted.swift"
      )
      try write(
        "import XCTest\n\nXCTMain([testCase([\(entries.joined(separator: ", "))])])\n",
        to: "main.swift"
      )
      try await compile(
        sources + ["Pasted.swift", "main.swift"].map { folder.appendingPathComponent($0).path }
      )
    }

    /// Runs the tests and gives what they print.
    package func run() async throws -> String {
      try await Toolchain.output(of: folder.appendingPathComponent("pasted"), [])
    }

    package func remove() {
      try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private func compile(_ sources: [String]) async throws {
      let program = folder.appendingPathComponent("pasted")
      let output = try await Toolchain.compile(sources + (try objects), Self.runtimes + ["-package-name", "pasted", "-o", program.path])
      guard FileManager.default.isExecutableFile(atPath: program.path) else {
        throw Failure(description: "the flows do not compile:\n\(output)")
      }
    }

    /// The object files of the library, as they are linked into this very test program.
    private var objects: [String] {
      get throws {
        let list = product.deletingPathExtension().appendingPathExtension("product")
          .appendingPathComponent("Objects.LinkFileList")
        let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        return lines.map { $0.trimmingCharacters(in: ["'", "\""]) }.filter { line in
          line.contains("/Statoscope.build/") || line.contains("/StatoscopeTesting.build/")
        }
      }
    }

    /// What the objects were built with besides the compiler's own choice.
    private static var runtimes: [String] {
      let known = [
        ("__tsan_init", "-sanitize=thread"), ("__asan_init", "-sanitize=address"),
        ("__llvm_profile_runtime", "-profile-generate"),
      ]
      return known.filter { dlsym(nil, $0.0) != nil }.map(\.1)
    }
  }
#endif
