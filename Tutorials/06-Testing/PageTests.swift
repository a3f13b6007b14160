import Foundation
import Testing

/// The page matches its examples.
@Suite struct PageTests {
  @Test func `the page shows the output of its examples`() throws {
    let page = try Page()
    guard ProcessInfo.processInfo.environment[Page.switchName] == nil else {
      try page.text.write(to: Page.file, atomically: true, encoding: .utf8)
      return
    }
    let found = try String(contentsOf: Page.file, encoding: .utf8)
    #expect(found == page.text, "Regenerate the page with \(Page.switchName)=1, and read what has changed.")
  }

  @Test func `each example fails at its own line`() throws {
    let sections = try Page().text.components(separatedBy: "\n## ").filter { $0.first?.isNumber == true }
    #expect(sections.count == 10)
    for section in sections { #expect(section.contains("\n```text\nExamples.swift:"), "\(section)") }
  }
}
