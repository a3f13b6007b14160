import Statoscope
import Testing

@Suite("Markup of pages")
struct HTMLTests {
  @Test func `an interpolated text is escaped, in elements and in attributes`() {
    let text = "</pre><b class='x' id=\"y\">&amp;"
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    let escaped = "&lt;/pre&gt;&lt;b class=&#39;x&#39; id=&quot;y&quot;&gt;&amp;amp;"
    #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func `control characters are escaped, except line breaks and tabs`() {
    let html: HTML = "\("a\n\tb\u{1B}[2J\u{202E}é")"
    #expect(html.text == "a\n\tb\\u{1b}[2J\\u{202e}é")
  }

  @Test func `markup is not escaped, nil leaves nothing, and a list has a line for each part`() {
    let (bold, none, number): (HTML, HTML?, Int) = ("<b>x</b>", nil, 3)
    let html: HTML = "<p>\(bold)\(none)\([bold, "\(number)"])</p>"
    #expect(html.text == "<p><b>x</b><b>x</b>\n3</p>")
  }

  @Test func `a template keeps the names that it has no part for`() {
    let html = HTML("<p>{{text}}, {{text}}, {{other}}</p>", ["text": "\("{{other}} & <i>")"])
    #expect(html.text == "<p>{{other}} &amp; &lt;i&gt;, {{other}} &amp; &lt;i&gt;, {{other}}</p>")
  }

  @Test func `a list without items is no list`() {
    #expect(HTML.list([])?.text == nil)
    #expect(
      HTML.list(["a", "\("<b>")"], kind: "k")?.text
        == "<ul class=\"k\">\n<li>a</li>\n<li>&lt;b&gt;</li>\n</ul>"
    )
  }

  @Test func `a table names its columns and its rows`() {
    let html = HTML.table(["From", "Event"], [["a", "b"]], head: 1)
    #expect(
      html.text == """
        <table><thead><tr><th scope="col">From</th><th scope="col">Event</th></tr></thead>
        <tbody>
        <tr><td>a</td><th scope="row">b</th></tr>
        </tbody></table>
        """
    )
  }

  @Test func `results and differences are marked by more than their color`() {
    #expect(HTML.passed("2 passed").text.contains("✓</span> 2 passed</span>"))
    #expect(HTML.failed("2 failed").text.contains("✗</span> 2 failed</span>"))
    #expect(HTML.diff(["  a", "- b", "+ c"]).text == "  a\n<del>- b</del>\n<ins>+ c</ins>")
  }

  @Test func `a page has every part of its template, and no script unless it needs one`() {
    let page = Page(
      title: "A & B",
      summary: "s",
      style: "x {}",
      body: "<main></main>",
      footer: "f",
      script: nil
    )
    #expect(page.text.contains("<title>A &amp; B</title>") && page.text.contains("<h1>A &amp; B</h1>"))
    #expect(page.text.contains(Page.style("x {}")))
    #expect(!page.text.contains("{{") && !page.text.contains("<script"))
    #expect(page.text.hasSuffix("</html>\n"))
  }
}
