import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// State in each form.
final class Bureau: Scope, ObservableObject {
  enum When: Sendable {
    case count, publish, publishForm, store, hide, nest, tuple, enter, leave, leaveAll, both
    case rename, draft, open, close, renameInList, renameAll, append, renameInDictionary, removeFromDictionary
    case renameInCase, draftInCase, rawName, share
  }

  struct Plain: Equatable {
    struct Inner: Equatable { var values = [1, 2] }
    var inner = Inner()
    var other = 0
  }

  private(set) var total = 0
  @Published private(set) var shown = ""
  @Published var tag = Tag()
  @Stored("stored of bureau") var stored = 0
  @Stored("theme") var theme = "light"
  @Redacted var secret = ""
  // Combine's wrapper stands before no other one.
  #if canImport(Combine)
    @Redacted var shownSecret = ""
  #else
    @Published @Redacted var shownSecret = ""
  #endif
  var plain = Plain()
  var pair = (left: 1, 2)
  var entries = ["a": 1, "b": 2]
  var `raw name` = 0
  @Published var `raw shown` = 0
  @Subscope var child = Tray("child")
  @Subscope var optional: Tray?
  @Subscope var closable: Tray? = Tray("closable")
  @Subscope var list = [Tray("a"), Tray("b")]
  @Subscope var byKey = ["a": Tray("a"), "b": Tray("b")]
  @Subscope var screen: BureauScreen? = .leaf(Tray("screen"))

  var doubled: Int { total * 2 }
  var alias: Int { total }
  var shownAlias: String { shown }
  var storedAlias: Int { stored }

  static func make() -> Bureau { Bureau().injectObject(StateStorage.inMemory()) }

  func update(_ when: When) throws {
    switch when {
    case .count: total += 1
    case .publish: shown = "a"
    case .both: (total, shown) = (1, "a")
    case .publishForm: tag.name = "Ada"
    case .store: stored = 5
    case .share: child.theme = "dark"
    case .hide: (secret, shownSecret) = ("x", "y")
    case .nest: plain.inner.values[1] = 9
    case .tuple: pair = (3, 4)
    case .enter: (entries["a"], entries["new"]) = (7, 7)
    case .leave: entries["b"] = nil
    case .leaveAll: entries = [:]
    case .rawName: (`raw name`, `raw shown`) = (1, 1)
    default: updateChildren(when)
    }
  }

  private func updateChildren(_ when: When) {
    switch when {
    case .rename: child.name = "new"
    case .draft: child.draft.title = "t"
    case .open: optional = Tray("o")
    case .close: closable = nil
    case .renameInList: list[1].name = "new"
    case .renameAll: for leaf in list { leaf.draft.title = "n" }
    case .append: list.append(Tray("c"))
    case .renameInDictionary: byKey["a"]?.name = "new"
    case .removeFromDictionary: byKey["a"] = nil
    case .renameInCase: (screen?.scope as? Tray)?.name = "new"
    case .draftInCase: (screen?.scope as? Tray)?.draft.title = "t"
    default: break
    }
  }
}

struct Tag: Equatable {
  var name = ""
  var age = 0
  var greeting: String { "Hello, \(name)" }
}

enum BureauScreen: ScopeEnum {
  case leaf(Tray)
  case alert(String)
}

final class Tray: Scope, ObservableObject {
  enum When: Sendable {}
  struct Draft: Equatable { var title = "" }

  @Published var name: String
  var draft = Draft()
  @Stored("theme") var theme = "light"

  init(_ name: String) { self.name = name }

  func update(_ when: When) {}
}
