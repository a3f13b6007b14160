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

  /// The events of the scopes of one type, in all scenarios.
  struct Events {
    /// The type, as it is named in source.
    let scope: String
    /// Nil when the type does not list its events.
    let neverSent: [String]?
    /// The events that flows sent, although the type does not list them: its list is outdated.
    let unlisted: [String]
    /// The sent events that changed nothing in any flow.
    let neverChanging: [String]
    /// The changes of scopes of the type.
    let changes: ChangeCount
    /// Indicates whether no event is known.
    let isEmpty: Bool
  }

  struct ExplorationLink {
    let document: ExplorationDocument
    /// The name of its page.
    let page: String
  }

  let groups: [Group]
  /// For each type of scope that has events.
  let events: [Events]
  /// The changes of all scenarios.
  let changes: ChangeCount
  /// The properties of all scopes that reflection does not show; nil if it shows all of them.
  let unseenText: String?
  let explorations: [ExplorationLink]

  /// - Parameter plans: the document of each plan, by the name of its file.
  init(_ plans: [String: FlowDocument], explorations: [ExplorationLink] = []) {
    // The name is determined by the content, so that the order is total.
    let documents = FlowCatalogue.sorted(plans) { name, plan in
      (plan.module, plan.file, plan.line, plan.column, plan.title, plan.sentences + name)
    }.map(\.value)
    var anchors: [String: Int] = [:]
    let files = Dictionary(grouping: documents) { [$0.module, $0.file] }
    groups = files.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, documents in
      let namesakes = Dictionary(grouping: documents, by: FlowCatalogue.name)
      let suites = Dictionary(grouping: namesakes.keys) { $0[0] }
      var numbers: [[String]: Int] = [:]
      let scenarios = documents.map { document in
        let name = FlowCatalogue.name(document)
        let isOfSuite = suites[document.title, default: []].count > 1
        let title = isOfSuite ? document.titleWithSuite : document.title
        numbers[name, default: 0] += 1
        let isAlone = namesakes[name]?.count == 1
        let anchor = FlowCatalogue.anchor(of: document.title)
        let count = anchors[anchor, default: 0] + 1
        anchors[anchor] = count
        return Scenario(
          document: document,
          anchor: count == 1 ? anchor : "\(anchor)--\(count)",
          title: isAlone ? title : "\(title) (\(numbers[name, default: 0]))"
        )
      }
      return Group(title: documents.first?.group ?? "", scenarios: scenarios)
    }
    let changes = documents.flatMap(\.eventChanges)
    let changesByScope = Dictionary(grouping: changes, by: \.change.scope)
    self.changes = ChangeCount(changes)
    let unseen = Set(documents.flatMap(\.unseen)).sorted()
    unseenText = unseen.isEmpty ? nil : "Not visible to tests: " + unseen.joined(separator: ", ")
    events = Dictionary(grouping: documents.flatMap(\.events), by: \.scope).sorted { $0.key < $1.key }
      .map { Events($1, changes: ChangeCount(changesByScope[$0] ?? [])) }
      .filter { !$0.isEmpty }
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

  private static func sorted<Elements: Sequence>(
    _ elements: Elements,
    by key: (Elements.Element) -> (String, String, Int, Int, String, String)
  ) -> [Elements.Element] {
    elements.map { (key: key($0), element: $0) }.sorted { $0.key < $1.key }.map(\.element)
  }

  /// Returns the title of a test, and its suites.
  private static func name(_ document: FlowDocument) -> [String] { [document.title] + document.suites }

  private static func anchor(of title: String) -> String {
    let plain = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return "scenario-" + String(plain).split(separator: "-").joined(separator: "-")
  }
}

extension FlowCatalogue.Events {
  /// Merges what several plans recorded for one type.
  fileprivate init(_ plans: [FlowDocument.Events], changes: ChangeCount) {
    let (sent, changing) = (Set(plans.flatMap(\.sent)), Set(plans.flatMap(\.changing)))
    let listed = plans.lazy.compactMap(\.listed).first
    scope = plans.first?.scope ?? ""
    neverSent = listed?.filter { !sent.contains($0) }
    unlisted = listed.map { sent.subtracting($0).sorted() } ?? []
    neverChanging = sent.subtracting(changing).sorted()
    self.changes = changes
    isEmpty = sent.isEmpty && neverSent?.isEmpty != false
  }

  /// A warning about unlisted events; nil when there are none.
  var warning: String? {
    guard !unlisted.isEmpty else { return nil }
    let names = unlisted.joined(separator: ", ")
    return "\(scope).When does not list all of its events: add \(names) to its eventNames."
  }
}

extension FlowDocument {
  /// The title with the suites of the test.
  fileprivate var titleWithSuite: String {
    let suite = suites.map { IdentifierText($0.filter { $0 != "`" }).title }.joined(separator: ", ")
    return suite.isEmpty ? title : "\(title) – \(suite)"
  }

  /// The text of all steps.
  fileprivate var sentences: String { steps.map(\.sentences).joined() }
}

extension FlowDocument.Line {
  fileprivate var sentences: String { text + "\n" + steps.map(\.sentences).joined() }
}
