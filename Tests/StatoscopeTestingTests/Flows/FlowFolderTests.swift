import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// The files of living documentation: the same for the same tests, however these ran.
@Suite struct FlowFolderTests {
  private func plan(_ number: Int) throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WHEN(\.basket, .add("good \(number)"))
      .FORK(.close) { try $0.THEN(\.isOpen, equals: false) }
      .runTest()
  }

  /// All files of a folder by name.
  private func contents(_ told: ToldFlow) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try told.folder.names.map { ($0, try told.folder.read($0)) })
  }

  @Test func `the same plans give the same bytes in whatever order they ran`() throws {
    let forwards = try ToldFlow { for number in 0..<8 { try plan(number) } }
    let backwards = try ToldFlow { for number in (0..<8).reversed() { try plan(number) } }
    let files = try contents(forwards)
    #expect(files.count == 10)
    #expect(try contents(backwards) == files)
  }

  @Test func `processes that write at once lose nothing, and the last one makes the pages whole`()
    async throws
  {
    let alone = try ToldFlow { for number in 0..<8 { try plan(number) } }
    let shared = try ToldFlow()
    // Each is a process of its own to the folder. Only the first one finds files of an earlier run of this test.
    let first = FlowBook(folder: shared.folder.url)
    try FlowBook.$current.withValue(first) { try plan(0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1..<8 {
        group.addTask {
          try FlowBook.$current.withValue(first) { try plan(number) }
          try FlowBook(folder: shared.folder.url).compose()
        }
      }
      try await group.waitForAll()
    }
    #expect(try contents(shared) == contents(alone))
  }

  @Test func `what a test told in an earlier run goes when it runs again, and nothing else does`() throws {
    var told = try ToldFlow { try plan(1) }
    let other = "Module-OtherTests-of-another-test-0-0.json"
    try told.folder.write(told.folder.read(try #require(told.names.first)), to: other)
    let first = try told.names
    told = try ToldFlow(again: told) { try plan(2) }
    let second = try told.names
    #expect(second.count == 2)
    #expect(Set(first).intersection(second) == [other])
  }

  @Test func `a file that is no plan is named, with what to do about it`() throws {
    let told = try ToldFlow { try plan(1) }
    try told.folder.write("{}", to: "note.json")
    let error = #expect(throws: (any Error).self) { try told.book.compose() }
    #expect("\(try #require(error))".hasPrefix("note.json is not the file of a plan: "))
    try told.folder.write(#"{"version": 2}"#, to: "note.json")
    let newer = #expect(throws: (any Error).self) { try told.book.compose() }
    #expect(
      "\(try #require(newer))" == """
        note.json is of version 2, and this library reads version 1. Remove the folder, and run the tests again.
        """
    )
  }

  @Test func `a plan that is meant to fail, and is told to nobody, writes nothing`() throws {
    let told = try ToldFlow()
    let found = try FlowBook.$current.withValue(told.book) { try failures { try plan(1) } }
    #expect(found == [])
    #expect(try told.folder.names == [])
  }
}
