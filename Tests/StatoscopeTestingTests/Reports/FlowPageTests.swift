import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// The page, as far as it can be looked at without a browser; `.ci/pages` opens it in one.
@Suite struct FlowPageTests {
  private let reported = try? ReportedFlow {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WHEN(\.basket, .add("<script>alert(\"'&\")</script>"))
      .THEN(\.basket.goods, equals: ["</pre><img src=http://example.com/x.png>"])
      .FORK(.open) { try $0.THEN(\.isOpen, equals: true) }
      .FORK(.close) { try $0.THEN(\.isOpen, equals: false) }
      .runTest()
  }

  @Test func `whatever stands in values and failures is text`() throws {
    let page = try #require(reported).page
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(!page.contains("<img"))
    #expect(page.contains("&lt;script&gt;alert(&quot;"))
    #expect(page.contains("&lt;/pre&gt;&lt;img src=http://example.com/x.png&gt;"))
  }

  @Test func `it asks for nothing from anywhere`() throws {
    let page = try #require(reported).page
    #expect(page.contains("default-src 'none'"))
    for attribute in ["src=\"", "@import", "url(", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(attribute))
    }
    let links = page.matches(of: #/href="([^"]*)"/#).map(\.output.1)
    #expect(links.allSatisfy { $0.hasPrefix("#") || $0 == "data:," })
  }

  @Test func `every link leads somewhere, and every opener opens something`() throws {
    let page = try #require(reported).page
    let ids = page.matches(of: #/ id="([^"]*)"/#).map(\.output.1)
    #expect(Set(ids).count == ids.count)
    for link in page.matches(of: #/href="#([^"]*)"/#) { #expect(ids.contains(link.output.1)) }
    let opened = page.matches(of: #/aria-controls="([^"]*)"/#).map(\.output.1)
    #expect(opened.count >= 5)
    for id in opened { #expect(ids.contains(id)) }
  }

  @Test func `it can be used without seeing it: landmarks, headings, and outcomes in words`() throws {
    let page = try #require(reported).page
    for part in [
      "<html lang=\"en\">", "<header>", "<nav aria-label", "<main ", "<footer>", "role=\"search\"",
    ] {
      #expect(page.contains(part))
    }
    #expect(page.contains("<h1>What the app promises</h1>"))
    #expect(page.contains("<span class=\"seen-by-readers\">Broken: </span>"))
    #expect(page.contains("✗</span> broken</span>"))
    #expect(page.contains("not run</span>"))
  }

  @Test func `two scenarios of one name are reported apart`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).runTest()
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOff).runTest()
    }
    #expect(try reported.markdown.contains("### ✓ two scenarios of one name are reported apart (2)"))
    let page = try reported.page
    #expect(page.contains("id=\"scenario-two-scenarios-of-one-name-are-reported-apart\""))
    #expect(page.contains("id=\"scenario-two-scenarios-of-one-name-are-reported-apart--2\""))
  }
}
