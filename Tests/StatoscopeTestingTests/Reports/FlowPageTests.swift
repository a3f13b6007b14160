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

  @Test func `values and failures are escaped`() throws {
    let page = try #require(reported).page
    #expect(!page.contains("{{"))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(!page.contains("<img"))
    #expect(page.contains("&lt;script&gt;alert(&quot;"))
    #expect(page.contains("&lt;/pre&gt;&lt;img src=http://example.com/x.png&gt;"))
  }

  @Test func `the page loads nothing from elsewhere`() throws {
    let page = try #require(reported).page
    #expect(page.contains("default-src 'none'"))
    for attribute in ["src=\"", "@import", "url(", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(attribute))
    }
    let links = page.matches(of: #/href="([^"]*)"/#).map(\.output.1)
    #expect(links.allSatisfy { $0.hasPrefix("#") || $0 == "data:," })
  }

  @Test func `every link and every disclosure has a target`() throws {
    let page = try #require(reported).page
    let ids = page.matches(of: #/ id="([^"]*)"/#).map(\.output.1)
    #expect(Set(ids).count == ids.count)
    for link in page.matches(of: #/href="#([^"]*)"/#) { #expect(ids.contains(link.output.1)) }
  }

  @Test func `what failed is open, and everything else is closed`() throws {
    let page = try #require(reported).page
    #expect(
      page.matches(of: #/data-result="failed"[^>]*>\n<details open><summary class="opener">/#).count == 1
    )
    #expect(page.matches(of: #/<li class="fork failed">\n<details class="branch" open><summary/#).count == 1)
    #expect(page.matches(of: #/<li class="fork passed">\n<details class="branch"><summary/#).count == 1)
  }

  @Test func `the page has landmarks, headings, and results as text`() throws {
    let page = try #require(reported).page
    for part in [
      "<html lang=\"en\">", "<header>", "<nav aria-label", "<main ", "<footer>", "role=\"search\"",
    ] {
      #expect(page.contains(part))
    }
    #expect(page.contains("<h1>Acceptance criteria</h1>"))
    #expect(page.contains("<span class=\"seen-by-readers\">Failed: </span>"))
    #expect(page.contains("✗</span> failed</span>"))
    #expect(page.contains("not run</span>"))
  }

  @Test func `two scenarios of one name are separate`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOn).runTest()
      try Beacon.GIVEN { Beacon() }.WHEN(.switchedOff).runTest()
    }
    #expect(try reported.markdown.contains("### ✓ two scenarios of one name are separate (2)"))
    let page = try reported.page
    #expect(page.contains("id=\"scenario-two-scenarios-of-one-name-are-separate\""))
    #expect(page.contains("id=\"scenario-two-scenarios-of-one-name-are-separate--2\""))
  }
}
