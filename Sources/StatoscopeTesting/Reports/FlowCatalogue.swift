/// All scenarios of a folder in the order of their tests, independent of the order in which they ran.
struct FlowCatalogue {
  /// The title of the pages.
  static let title = "Acceptance criteria"

  /// The scenarios of one file of tests.
  struct Group {
    let title: String
    let scenarios: [Scenario]
  }

  struct Scenario {
    let document: FlowDocument
    /// The unique anchor of the scenario.
    let anchor: String
    /// The title, with the suite if tests of several suites have it, and a number if one test has several
    /// scenarios.
    let title: String
  }

  struct ExplorationLink {
    let document: ExplorationDocument
    /// The name of its page.
    let page: String
  }

  let groups: [Group]
  /// The maps of events, if they show any.
  let maps: [EventMap]
  /// The changes of all scenarios.
  let changes: ChangeCount
  let explorations: [ExplorationLink]

  init(_ documents: [FlowDocument], explorations: [ExplorationLink] = []) {
    // The whole scenario is part of the key, so that the order is total.
    let documents = FlowCatalogue.sorted(documents) {
      ($0.module, $0.file, $0.line, $0.column, $0.title, "\($0.steps)\($0.maps)")
    }
    var anchors: [String: Int] = [:]
    let files = Dictionary(grouping: documents) { [$0.module, $0.file] }
    groups = files.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, documents in
      let scenarios = documents.enumerated().map { index, document in
        let namesakes = documents.filter { $0.title == document.title }
        let isOfSuite = namesakes.contains { $0.suites != document.suites }
        let title = isOfSuite ? document.titleWithSuite : document.title
        let isAlone = namesakes.count { $0.suites == document.suites } == 1
        let number = documents[...index].count { $0.title == document.title && $0.suites == document.suites }
        let anchor = FlowCatalogue.anchor(of: document.title)
        let count = anchors[anchor, default: 0] + 1
        anchors[anchor] = count
        return Scenario(
          document: document,
          anchor: count == 1 ? anchor : "\(anchor)--\(count)",
          title: isAlone ? title : "\(title) (\(number))"
        )
      }
      return Group(title: documents.first?.group ?? "", scenarios: scenarios)
    }
    let changes = documents.flatMap(\.eventChanges)
    let changesByScope = Dictionary(grouping: changes, by: \.change.scope)
    self.changes = ChangeCount(changes)
    maps = Dictionary(grouping: documents.flatMap(\.maps), by: \.scope).sorted { $0.key < $1.key }
      .map { EventMap(scope: $0, seen: $1, changes: ChangeCount(changesByScope[$0] ?? [])) }
      .filter { !$0.transitions.isEmpty || $0.neverSent?.isEmpty == false }
    self.explorations = FlowCatalogue.sorted(explorations) {
      let document = $0.document
      return (document.module, document.file, document.line, document.column, document.title, $0.page)
    }
  }

  var scenarios: [Scenario] { groups.flatMap(\.scenarios) }

  var failed: Int { scenarios.count { $0.document.result == .failed } }

  /// The scenarios that passed because their failures are known issues.
  var known: Int { scenarios.count { $0.document.result == .knownIssue } }

  /// The types of the scenarios' scopes.
  var scopes: [String] { Set(scenarios.map(\.document.scope)).sorted() }

  /// The number of scenarios that passed, with that of known issues among them.
  var passedText: String {
    "\(scenarios.count - failed) passed" + (known == 0 ? "" : " (\(known) with a known issue)")
  }

  private static func sorted<Element>(
    _ elements: [Element],
    by key: (Element) -> (String, String, Int, Int, String, String)
  ) -> [Element] {
    elements.map { (key: key($0), element: $0) }.sorted { $0.key < $1.key }.map(\.element)
  }

  private static func anchor(of title: String) -> String {
    let plain = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return "scenario-" + String(plain).split(separator: "-").joined(separator: "-")
  }
}

extension FlowDocument {
  /// The title with the suites of the test.
  fileprivate var titleWithSuite: String {
    let suite = suites.map { IdentifierText($0.filter { $0 != "`" }).title }.joined(separator: ", ")
    return suite.isEmpty ? title : "\(title) – \(suite)"
  }
}
