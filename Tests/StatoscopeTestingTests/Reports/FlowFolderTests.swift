import Foundation
import PlanTestSupport
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
  private func contents(_ reported: ReportedFlow) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try reported.folder.names.map { ($0, try reported.folder.read($0)) })
  }

  @Test func `the files do not depend on the order of the plans`() throws {
    let forwards = try ReportedFlow { for number in 0..<8 { try plan(number) } }
    let backwards = try ReportedFlow { for number in (0..<8).reversed() { try plan(number) } }
    let files = try contents(forwards)
    #expect(files.count == 11)
    #expect(try contents(backwards) == files)
  }

  @Test func `plans of several files are grouped by file, in their order`() throws {
    let reported = try ReportedFlow { try plan(0) }
    let document = try reported.folder.read(try #require(reported.names.first))
    for name in ["ZebraTests", "AntTests"] {
      let other = document.replacing("FlowFolderTests.swift", with: "\(name).swift")
        .replacing(#"Flow folder"#, with: name)
      try reported.folder.write(other, to: "Module-\(name)-of-another-file-0-0.json")
    }
    try reported.documentation.compose()
    let headings = try reported.markdown.matches(of: #/(?m)^## (.*)$/#).map { String($0.output.1) }
    #expect(headings == ["AntTests", "Flow folder", "ZebraTests", "Events"])
  }

  @Test func `plans of one test that end concurrently are all reported`() async throws {
    for _ in 0..<20 {
      let reported = try ReportedFlow()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            try LivingDocumentation.$current.withValue(reported.documentation) { try plan(number) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try reported.names.count == 8)
    }
  }

  @Test func `processes that write concurrently lose nothing`()
    async throws
  {
    let alone = try ReportedFlow { for number in 0..<8 { try plan(number) } }
    let shared = try ReportedFlow()
    // Each is a process of its own to the folder. Only the first one finds files of an earlier run of this test.
    let first = LivingDocumentation(folder: shared.folder.url)
    try LivingDocumentation.$current.withValue(first) { try plan(0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1..<8 {
        group.addTask {
          try LivingDocumentation.$current.withValue(first) { try plan(number) }
          try LivingDocumentation(folder: shared.folder.url).compose()
        }
      }
      try await group.waitForAll()
    }
    try first.compose()
    #expect(try contents(shared) == contents(alone))
  }

  @Test func `the last process that is present writes the pages`() throws {
    let folder = try TemporaryFolder()
    let (one, other) = (LivingDocumentation(folder: folder.url), LivingDocumentation(folder: folder.url))
    try LivingDocumentation.$current.withValue(one) { try plan(1) }
    try LivingDocumentation.$current.withValue(other) {
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).runTest()
    }
    try one.compose()
    #expect(try !folder.names.contains("index.html"))
    try other.compose()
    #expect(try folder.read("flows.md").contains("2 scenarios: 2 passed"))
  }

  @Test func `a test that runs again replaces its own report only`() throws {
    var reported = try ReportedFlow { try plan(1) }
    let other = "Module-OtherTests-of-another-test-0-0.json"
    try reported.folder.write(reported.folder.read(try #require(reported.names.first)), to: other)
    let first = try reported.names
    reported = try ReportedFlow(again: reported) { try plan(2) }
    let second = try reported.names
    #expect(second.count == 2)
    #expect(Set(first).intersection(second) == [other])
  }

  @Test(.waitsForPrograms) func `a folder that cannot be written to is named on standard error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      try folder.write("", to: "file")
      let documentation = LivingDocumentation(folder: folder.url.appending(path: "file/flows"))
      try LivingDocumentation.$current.withValue(documentation) {
        try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).runTest()
      }
      try? documentation.compose()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("STATOSCOPE_FLOWS: the file of \""))
    #expect(text.contains("was not written to "))
    #expect(text.contains("\nName a folder that can be written to.\n"))
  }

  @Test func `a file that is no plan is named, with a remedy`() throws {
    let reported = try ReportedFlow { try plan(1) }
    try reported.folder.write("{}", to: "note.json")
    let error = #expect(throws: (any Error).self) { try reported.documentation.compose() }
    #expect("\(try #require(error))".hasPrefix("note.json is not the file of a plan: "))
    try reported.folder.write(#"{"version": 8}"#, to: "note.json")
    let newer = #expect(throws: (any Error).self) { try reported.documentation.compose() }
    #expect(
      "\(try #require(newer))" == """
        note.json is of version 8, and this library reads version 7. Remove the folder, and run the tests again.
        """
    )
  }

  @Test func `a plan that is not reported writes nothing`() throws {
    let reported = try ReportedFlow()
    let found = try LivingDocumentation.$current.withValue(reported.documentation) {
      try failures { try plan(1) }
    }
    #expect(found == [])
    #expect(try reported.folder.names == [])
  }
}
