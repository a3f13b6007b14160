import Foundation
import StatoscopeTesting
import Statoscope
import TestSupport
import Testing

/// Living documentation is made when the environment asks for it, and costs nothing otherwise.
@Suite struct UnreportedPlanTests {
  // What a process that is to exit is reported before, older compilers cannot say.
  #if compiler(>=6.3)
    @Test(.waitsForPrograms) func `without the variable nothing is written, and no state is read`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.url.path
      await #expect(processExitsWith: .success) { [path = path as String] in
        unsetenv("STATOSCOPE_FLOWS")
        #expect(FileManager.default.changeCurrentDirectoryPath(path))
        #expect(LivingDocumentation.current == nil)
        let looks = Locked(0)
        try Watched.plan(looks)
        #expect(looks.withLock { $0 } == 0)
      }
      #expect(try folder.names == [])
    }

    @Test(.waitsForPrograms) func `with the variable the process writes plans and pages at its end`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.url.path
      await #expect(processExitsWith: .success) { [path = path as String] in
        setenv("STATOSCOPE_FLOWS", path + "/flows", 1)
        let looks = Locked(0)
        try Watched.plan(looks)
        #expect(looks.withLock { $0 } > 0)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: path + "/flows").sorted()
      #expect(names.suffix(2) == ["flows.md", "index.html"])
      #expect(names.count { $0.hasSuffix(".json") } == 1)
      #expect(try folder.read("flows/flows.md").contains("**When** stir"))
    }
  #endif
}

/// Counts how often its state is described.
private final class Watched: Scope {
  enum When: Sendable { case stir }

  struct Level: CustomReflectable {
    let looks: Locked<Int>
    var customMirror: Mirror {
      looks.withLock { $0 += 1 }
      return Mirror(self, children: [])
    }
  }

  private let level: Level
  private(set) var stirs = 0

  init(_ looks: Locked<Int>) { level = Level(looks: looks) }

  func update(_ when: When) throws { stirs += 1 }

  static func plan(_ looks: Locked<Int>) throws {
    try Watched.GIVEN { Watched(looks) }
      .WHEN(.stir)
      .THEN(\.stirs, equals: 1)
      .FORK(.stir) { try $0.THEN(\.stirs, equals: 2) }
      .runTest()
  }
}
