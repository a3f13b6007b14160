/// All scenarios of a folder in the order of their tests, independent of the order in which they ran.
struct FlowCatalogue {
  /// The scenarios of one file of tests.
  struct Group {
    let title: String
    let scenarios: [Scenario]
  }

  struct Scenario {
    let document: FlowDocument
    /// The unique anchor of the scenario.
    let anchor: String
    /// The title, with a number if one test has several scenarios.
    let title: String
  }

  let groups: [Group]
  let maps: [EventMap]
  /// The changes of all scenarios.
  let changes: ChangeCount
  let explorations: [StoredExploration]

  init(_ documents: [FlowDocument], explorations: [StoredExploration] = []) {
    let keyed = documents.map { (key: FlowCatalogue.key(of: $0), document: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map(\.document)
    var anchors: [String: Int] = [:]
    var groups: [Group] = []
    for documents in keyed.split(whenChanging: { $0.module + "/" + $0.file }) {
      let counts = Dictionary(documents.map { ($0.title, 1) }, uniquingKeysWith: +)
      var seen: [String: Int] = [:]
      let scenarios = documents.map { document in
        seen[document.title, default: 0] += 1
        let number = counts[document.title] == 1 ? "" : " (\(seen[document.title] ?? 1))"
        let anchor = FlowCatalogue.anchor(of: document.title)
        anchors[anchor, default: 0] += 1
        let count = anchors[anchor] ?? 1
        return Scenario(
          document: document,
          anchor: count == 1 ? anchor : "\(anchor)--\(count)",
          title: document.title + number
        )
      }
      groups.append(Group(title: documents.first?.group ?? "", scenarios: scenarios))
    }
    self.groups = groups
    let seen = Dictionary(grouping: keyed.flatMap(\.maps), by: \.scope)
    let changes = keyed.flatMap(\.eventChanges)
    let changesByScope = Dictionary(grouping: changes, by: \.change.scope)
    maps = seen.sorted { $0.key < $1.key }.map { scope, maps in
      EventMap(scope: scope, seen: maps, changes: ChangeCount(changesByScope[scope] ?? []))
    }
    self.changes = ChangeCount(changes)
    self.explorations = explorations.map { (key: FlowCatalogue.key(of: $0), exploration: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map(\.exploration)
  }

  var scenarios: [Scenario] { groups.flatMap(\.scenarios) }

  var broken: Int { scenarios.count { $0.document.outcome == .broken } }

  /// The types of the scenarios' scopes.
  var scopes: [String] { Set(scenarios.map(\.document.scope)).sorted() }

  /// Returns a key that contains the whole scenario, so that the order is total.
  private static func key(of document: FlowDocument) -> [String] {
    [
      document.module, document.file, padded(document.line), padded(document.column), document.title,
      "\(document.steps)", "\(document.maps)",
    ]
  }

  private static func key(of exploration: StoredExploration) -> [String] {
    let document = exploration.document
    return [
      document.module, document.file, padded(document.line), padded(document.column), document.title,
      exploration.page,
    ]
  }

  private static func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  private static func anchor(of title: String) -> String {
    let words = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let anchor = String(words).split(separator: "-").joined(separator: "-")
    return "scenario-" + anchor
  }
}

extension Array {
  /// Returns runs of adjacent elements that share a value.
  fileprivate func split<Value: Equatable>(whenChanging value: (Element) -> Value) -> [[Element]] {
    var runs: [[Element]] = []
    for element in self {
      if let last = runs.last?.last, value(last) == value(element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
    return runs
  }
}
