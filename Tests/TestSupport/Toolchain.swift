#if os(Linux)
  import Foundation

  /// The compiler that built the running test program, and the modules that were built beside it.
  public enum Toolchain {
    /// Why the compiler could not be found.
    public struct NotFound: Error, CustomStringConvertible {
      /// What is different from a usual toolchain.
      public let description: String
    }

    /// The compiler of the toolchain whose runtime the test program uses.
    ///
    /// - Throws: ``NotFound`` when the runtime is linked statically.
    public static var compiler: URL {
      get throws {
        // Read to its end: the file says of itself that it is empty.
        let maps =
          try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps")).readToEnd() ?? Data()
        let library = String(decoding: maps, as: UTF8.self).split(separator: "\n").lazy.compactMap { line in
          line.split(separator: " ").last.map(String.init)
        }.first { $0.hasSuffix("/libswiftCore.so") }
        guard let library else {
          throw NotFound(description: "the Swift runtime is not a library of its own")
        }
        // usr/lib/swift/linux/libswiftCore.so
        return URL(fileURLWithPath: library).appendingPathComponent("../../../../bin/swiftc").standardized
      }
    }

    /// The folder with the modules of the package.
    public static var modules: URL {
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules")
    }

    /// Compiles Swift 6 against the package's modules.
    ///
    /// - Returns: everything that the compiler printed.
    public static func compile(_ sources: [String], _ options: [String]) async throws -> String {
      try await output(
        of: compiler,
        ["-swift-version", "6", "-I", modules.path] + options + sources
      )
    }

    /// Runs a program to its end.
    ///
    /// - Returns: everything that it printed, standard error included.
    public static func output(of program: URL, _ arguments: [String]) async throws -> String {
      // What the toolchain leaks is not what is tested here.
      let environment = ["ASAN_OPTIONS": "detect_leaks=0"]
      let child = try ChildProcess(path: program.path, arguments, environment: environment, hearsErrors: true)
      return await child.finish().output
    }
  }
#endif
