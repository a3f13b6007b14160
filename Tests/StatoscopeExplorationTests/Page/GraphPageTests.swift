import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// The page of an exploration, as far as it can be looked at without a browser; `.ci/pages` opens it in one.
@Suite("Exploration, the page")
struct GraphPageTests {
  private static func tally(top: Int = 2) throws -> Exploration {
    try Tally.EXPLORE { Tally(top: top) }.EVENTS { _ in [.up, .down, .look] }.run()
  }

  @Test func `each state is listed with its differences, transitions and refusals`() throws {
    let page = try GraphPageTests.tally().html()
    #expect(page.contains("<title>Exploration of Tally</title>") && !page.contains("{{"))
    #expect(
      page.contains("<p class=\"summary\">3 states, 7 transitions, depth 2: everything was explored.</p>")
    )
    #expect(
      page.contains(
        """
        <li id="state-1"><button type="button"><i>1 step</i> <b>State 1</b> <code>count: 1</code></button>
        <p>Changes since <a href="#state-0">state 0</a>, from which <code>up</code> first led here:</p>
        <pre>  Tally
        <del>-   count: 0</del>
        <ins>+   count: 1</ins>
          …</pre>
        <ul class="exits">
        <li><code>up</code> leads to <a href="#state-2">state 2</a></li>
        <li><code>down</code> leads to <a href="#state-0">state 0</a></li>
        <li><code>look</code> stays here</li>
        </ul>
        <details><summary>State 1 in full</summary><pre>Tally
          count: 1
          top: 2</pre></details></li>
        """
      )
    )
    #expect(page.contains("<p>The initial state.</p>"))
    #expect(page.contains("<li><code>up</code> is refused</li>"))
    #expect(page.contains("<li>refused in 1 state: down</li>"))
  }

  @Test func `the script has the graph, the events and the steps of flow tests`() throws {
    let found = try Stack.EXPLORE { Stack() }
      .EVENTS { stack in stack.plates.count < 2 ? [.put("a"), .put("b")] : [] }
      .run()
    let data = try GraphData(of: found.html())
    #expect(data.given == "try Stack.GIVEN { Stack() }")
    #expect(data.events.map(\.label) == [#"put("a")"#, #"put("b")"#])
    #expect(data.kinds == [.init(name: "put", transitions: 6)])
    #expect(data.steps == [#".WHEN(.put("a"))"#, #".WHEN(.put("b"))"#])
    #expect(
      data.transitions.map { [$0.from, $0.to] } == [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [2, 6]]
    )
    #expect(data.states.map(\.depth) == [0, 1, 1, 2, 2, 2, 2])
    #expect(data.states.map(\.isOpen) == Array(repeating: false, count: 7))
    #expect(found.html().contains("<p><strong>No transition leaves this state.</strong></p>"))
  }

  @Test func `a limit is named, and so are states that were not expanded`() throws {
    let (found, _, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up] }.run(depth: 2)
    }
    let page = found.html()
    #expect(page.contains("not all of it: explored up to depth 2, 1 state found but not expanded.</p>"))
    #expect(page.contains("<p><strong>Not expanded: not all of its events were tried.</strong></p>"))
    #expect(try GraphData(of: page).states.map(\.isOpen) == [false, false, true])
  }

  @Test func `counterexamples are on the page with their flows`() throws {
    let (found, _, _) = try overheard {
      try Tally.EXPLORE { Tally(top: 3) }.EVENTS { _ in [.up] }.NEVER("two") { $0.count == 2 }.run()
    }
    let page = found.html()
    #expect(
      page.contains("<span class=\"badge failed\"><span aria-hidden=\"true\">✗</span> 1 violated</span>")
    )
    #expect(page.contains("// NEVER &quot;two&quot; is violated after 2 steps."))
  }

  @Test func `a graph that is too large is summarized, and the page says so`() throws {
    let largest = try GraphPageTests.tally(top: 399).html()
    #expect(largest.contains("id=\"data\"") && !largest.contains("too large"))
    let page = try GraphPageTests.tally(top: 400).html()
    #expect(!page.contains("<script"))
    #expect(
      page.contains(
        """
        <p id="too-large"><strong>The graph is too large to be drawn.</strong> It has 401 states and 1201 transitions; \
        a page draws up to 400 states and 4000 transitions. To see one, explore fewer steps with <code>run(depth:)\
        </code>, list fewer events, or let <code>STATE</code> leave out what makes no difference.</p>
        """
      )
    )
    #expect(page.contains("<tr><th scope=\"row\">0 to 10</th><td>11</td></tr>"))
    #expect(page.contains("<tr><th scope=\"row\">396 to 400</th><td>5</td></tr>"))
    #expect(
      page.contains(
        """
        <tr><th scope="row">look</th><td>401</td></tr>
        <tr><th scope="row">down</th><td>400</td></tr>
        <tr><th scope="row">up</th><td>400</td></tr>
        """
      )
    )
  }

  @Test func `a state that only lacks something is labelled with what is not there`() throws {
    let found = try Stack.EXPLORE { Stack(["a", "b"]) }
      .EVENTS { stack in stack.plates.count > 1 ? [.take] : [] }
      .run()
    #expect(try GraphData(of: found.html()).states.last?.label == [#"not "b""#])
  }

  @Test func `many kinds of events are summarized`() throws {
    let page = try Switchboard.EXPLORE { Switchboard() }.EVENTS { _ in Switchboard.When.allCases }.run()
      .html()
    #expect(page.contains("too large"))
    #expect(page.contains("<tr><th scope=\"row\">5 more</th><td>500</td>"))
  }

  @Test func `states and events are escaped, and the page loads nothing`() throws {
    let attack = "</script><script>alert(\"'&\")</script><img src=http://example.com/x.png>\u{1B}"
    let page = try Stack.EXPLORE { Stack() }
      .EVENTS { stack in stack.plates.isEmpty ? [.put(attack)] : [] }
      .run()
      .html(title: attack)
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(!page.contains("<img") && !page.contains("\u{1B}"))
    #expect(page.contains("default-src 'none'"))
    for attribute in ["src=\"", "@import", "url(", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(attribute))
    }
    let label = try GraphData(of: page).states[1].label
    #expect(
      label == [
        "plates: [",
        #""</script><script>alert("'&")</script><img src=http://example.com/x.png>\u{1b}""#,
      ]
    )
  }

  @Test func `every link has a target`() throws {
    let page = try GraphPageTests.tally().html()
    let ids = page.matches(of: #/ id="([^"]*)"/#).map(\.output.1)
    #expect(Set(ids).count == ids.count)
    for link in page.matches(of: #/href="#([^"]*)"/#) { #expect(ids.contains(link.output.1)) }
  }

  @Test func `the page has what a property prints instead of its value`() throws {
    let page = try Vault.EXPLORE { Vault() }.EVENTS { _ in [.turn] }.run(depth: 1).html()
    #expect(page.contains("(hidden)"))
    #expect(!page.contains("swordfish"))
  }
}

/// What the page's script reads.
private struct GraphData: Decodable {
  struct State: Decodable {
    let depth: Int
    let label: [String]
    let isOpen: Bool
  }

  struct Transition: Decodable {
    let from: Int
    let to: Int
  }

  struct Event: Decodable {
    let label: String
    let kind: Int
  }

  struct Kind: Decodable, Equatable {
    let name: String
    let transitions: Int
  }

  let given: String
  let states: [State]
  let transitions: [Transition]
  let events: [Event]
  let kinds: [Kind]
  let steps: [String]

  init(of page: String) throws {
    let element = try #require(page.firstMatch(of: #/id="data">(.*?)<\/script>/#)).output.1
    self = try JSONDecoder().decode(GraphData.self, from: Data(element.utf8))
  }
}

private final class Stack: Scope {
  enum When {
    case put(String)
    case take
  }

  private(set) var plates: [String]

  init(_ plates: [String] = []) { self.plates = plates }

  func update(_ when: When) throws {
    switch when {
    case .put(let plate): plates.append(plate)
    case .take: plates.removeLast()
    }
  }
}

private final class Switchboard: Scope {
  enum When: CaseIterable {
    case a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2, b3, b4, b5, b6, b7, b8, b9, c1, c2, c3, c4, c5, c6, c7,
      c8
    case d1, d2, d3, d4, d5, d6, d7, d8, d9, e1, e2, e3, e4, e5, e6, e7, e8, next
  }

  private(set) var calls = 0
  func update(_ when: When) throws { if when == .next { calls = (calls + 1) % 100 } }
}

/// Shows a text in place of its value, as property wrappers do.
private struct Hidden: ShownState {
  let secret: String
  var shownState: Any? { "(hidden)" }
}

private final class Vault: Scope {
  enum When { case turn }
  private(set) var isOpen = false
  let key = Hidden(secret: "swordfish")

  func update(_ when: When) throws { isOpen.toggle() }
}
