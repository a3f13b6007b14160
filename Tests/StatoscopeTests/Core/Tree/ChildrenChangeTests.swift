import Statoscope
import TestSupport
import Testing

/// Children that are changed in place: what is linked afterwards, and what is seen meanwhile.
@MainActor @Suite struct ChildrenChangeTests {
  @Test func `any change of an array links exactly its elements`() {
    var random = SplitMix64(seed: 7)
    let pool = (0..<12).map { _ in Leaf() }
    let branch = Branch()
    for _ in 0..<2_000 {
      change(&branch.list, pool, &random)
      let linked = pool.filter { $0.branch === branch }.map(ObjectIdentifier.init)
      #expect(Set(linked) == Set(branch.list.map(ObjectIdentifier.init)))
      #expect(branch.list.map(\.tree.keyPathFromRoot) == branch.list.indices.map { #"\.list[\#($0)]"# })
    }
  }

  @Test func `any change of a dictionary links exactly its values`() {
    var random = SplitMix64(seed: 7)
    let pool = (0..<12).map { _ in Leaf() }
    let branch = Branch()
    for _ in 0..<2_000 {
      let key = Int.random(in: 0..<20, using: &random)
      let leaf = pool[Int.random(in: 0..<12, using: &random)]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: branch.byKey[key] = nil
      case 1: branch.byKey = branch.byKey.filter { $0.key < key }
      default: if leaf.branch == nil || branch.byKey[key] === leaf { branch.byKey[key] = leaf }
      }
      let linked = pool.filter { $0.branch === branch }.map(ObjectIdentifier.init)
      #expect(Set(linked) == Set(branch.byKey.values.map(ObjectIdentifier.init)))
    }
  }

  @Test func `during a change in place the children are the former ones`() {
    let branch = Branch()
    branch.list = [Leaf(), Leaf(), Leaf()]
    branch.list.append(Leaf())
    let third = branch.list[2]
    var counts: [Int] = []
    var paths: [String] = []
    branch.list.removeAll { leaf in
      counts.append(branch.list.count)
      paths.append(third.tree.keyPathFromRoot)
      return leaf !== third
    }
    #expect(counts == [4, 4, 4, 4])
    #expect(Set(paths) == [#"\.list[2]"#])
    #expect(third.tree.keyPathFromRoot == #"\.list[0]"#)
  }

  @Test func `a change within another one is overwritten by the outer one`() {
    let branch = Branch()
    let (first, second, inner) = (Leaf(), Leaf(), Leaf())
    branch.list = [first, second]
    branch.list.removeAll { leaf in
      if inner.branch == nil { branch.list.append(inner) }
      return leaf === first
    }
    #expect(branch.list.count == 1)
    #expect(second.branch === branch)
    #expect(inner.branch == nil)
    #expect(first.branch == nil)
  }

  @Test func `a change in place that throws has its partial effect`() {
    let branch = Branch()
    let leaf = Leaf()
    #expect(throws: InvalidStateError.self) { try branch.list.appendAndThrow(leaf) }
    #expect(leaf.branch === branch)
  }

  @Test func `a child that is removed in place is released at once`() {
    let branch = Branch()
    branch.list = [Leaf(), Leaf()]
    weak var last: Leaf?
    branch.list.append(Leaf())
    do { last = branch.list.last }
    branch.list.removeLast()
    #expect(last == nil)
  }

  @Test func `a child's deinit may change the children it was removed from`() {
    let branch = Branch()
    let added = Leaf()
    branch.list = [Leaf()]
    branch.list.append(Leaf { [weak branch] in branch?.list.append(added) })
    branch.list.removeLast()
    #expect(branch.list.count == 2)
    #expect(added.branch === branch)
  }

  @Test(.waitsForPrograms) func `a scope appended twice traps and names both indexes`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (leaf, branch) = (Leaf(), Branch())
      branch.list = [Leaf(), leaf]
      branch.list.append(leaf)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The scope Leaf is held by \\.list[1] and was also assigned to \\.list[2] of Branch.")
    )
  }

  @Test(.waitsForPrograms) func `a scope at two indexes traps and names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (leaf, branch) = (Leaf(), Branch())
      branch.list = [leaf, Leaf(), Leaf()]
      branch.list.swapAt(1, 2)
      branch.list[1] = leaf
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The scope Leaf is held by \\.list[0] and was also assigned to \\.list[1] of Branch.")
    )
  }

  /// Makes one change of every kind that a program may make.
  private func change(_ list: inout [Leaf], _ pool: [Leaf], _ random: inout SplitMix64) {
    let outside = pool.filter { leaf in !list.contains { $0 === leaf } }
    let place = list.isEmpty ? 0 : Int.random(in: list.indices, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0 where !list.isEmpty: list.remove(at: place)
    case 1 where !list.isEmpty: list.swapAt(0, place)
    case 2: list.reverse()
    case 3: list.shuffle(using: &random)
    case 4: list = Array(pool.shuffled(using: &random).prefix(place))
    case 5 where !list.isEmpty: if let leaf = outside.first { list[place] = leaf }
    case 6: list.insert(contentsOf: outside.prefix(2), at: place)
    default: if let leaf = outside.randomElement(using: &random) { list.append(leaf) }
    }
  }
}

/// Scopes of one class after another: what was learned of the first serves the next.
@MainActor @Suite struct ScopeClassesTests {
  @Test func `each scope has the children of all its superclasses`() {
    let grove = Grove()
    for _ in 0..<3 { grove.trees.append(Oak()) }
    #expect(
      grove.tree.description == """
        Grove
          \\.trees[0]: Oak
            \\.trunk: Leaf
            \\.crown: Leaf
          \\.trees[1]: Oak
            \\.trunk: Leaf
            \\.crown: Leaf
          \\.trees[2]: Oak
            \\.trunk: Leaf
            \\.crown: Leaf
        """
    )
    #expect(grove.trees.compactMap { ($0 as? Oak)?.crown.water } == [3, 3, 3])
  }

  @Test func `a class's own mirror is read for each scope`() {
    let grove = Grove()
    let leaves = [Leaf(), Leaf()]
    grove.disguised = [Disguised(leaves[0], isFirst: true), Disguised(leaves[1], isFirst: false)]
    #expect(leaves.map(\.tree.keyPathFromRoot) == [#"\.disguised[0].leaf"#, #"\.disguised[1].leaf"#])
  }

  @Test func `children that a mirror hides are unlinked at their parent's release`() {
    let leaves = [Leaf(), Leaf()]
    var hidden: Hidden? = Hidden()
    hidden?.leaf = leaves[0]
    hidden?.list = [leaves[1]]
    #expect(leaves.allSatisfy { $0.tree.parent === hidden })
    hidden = nil
    #expect(leaves.allSatisfy { $0.tree.parent == nil && $0.branch == nil })
  }

  @Test func `children that a mirror reads are unlinked at their parent's release`() {
    let leaves = [Leaf(), Leaf()]
    var shown: Shown? = Shown(leaves)
    #expect(leaves.allSatisfy { $0.tree.parent == nil })
    #expect(shown?.tree.children.count == 2)
    shown = nil
    #expect(leaves.allSatisfy { $0.tree.parent == nil && $0.branch == nil })
    shown = Shown(leaves)
    shown = nil
    #expect(leaves.allSatisfy { $0.tree.parent == nil && $0.branch == nil })
  }

  @Test func `children of an overridden property are unlinked with their parent`() {
    let leaves = [Leaf(), Leaf()]
    var hidden: Hidden? = Hidden()
    hidden?.leaf = leaves[0]
    hidden?.declareAnew(leaves[1])
    #expect(hidden?.leaf === leaves[1] && leaves[1].tree.parent === hidden)
    hidden = nil
    #expect(leaves.allSatisfy { $0.tree.parent == nil && $0.branch == nil })
  }

  @Test func `a middleware with a custom mirror wraps the events of its children`() {
    let warden = Warden()
    let ward = Ward()
    warden.ward = ward
    ward.send(.ring)
    #expect(warden.heard == 1)
  }

  /// As those of a module that is built without reflection metadata.
  @Test func `properties that reflection does not show are logged once`() async throws {
    try await withLoggedLines { journal in
      for _ in 1...2 {
        let veiled = Veiled()
        veiled.leaf = Leaf()
        #expect(veiled.list.isEmpty)
      }
      #expect(
        journal.entries == [
          """
          errors: reflection does not show the properties of Veiled: a @Subscope links its children only when it is first \
          used, and an @Inject provides no value. Build the module with reflection metadata (in Xcode: \
          SWIFT_REFLECTION_METADATA_LEVEL = all, no -disable-reflection-metadata); a customMirror has to show them, too.
          """
        ]
      )
    }
  }

  @Test func `a property whose storage is replaced is not logged as hidden`() async throws {
    try await withLoggedLines { journal in
      let replaced = Replaced()
      replaced.declareAnew(Leaf())
      #expect(replaced.leaf?.tree.parent === replaced)
      #expect(journal.entries == [])
    }
  }
}

extension Array where Element == Leaf {
  fileprivate mutating func appendAndThrow(_ leaf: Leaf) throws {
    append(leaf)
    throw InvalidStateError()
  }
}

private final class Branch: Scope {
  enum When { case nothing }
  @Subscope var list: [Leaf] = []
  @Subscope var byKey: [Int: Leaf] = [:]
  func update(_ when: When) throws {}
}

private final class Leaf: Scope {
  enum When { case nothing }
  @Superscope var branch: Branch?
  @Injected(default: 0) var water: Int
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  deinit { onDeinit() }

  func update(_ when: When) throws {}
}

private final class Grove: Scope {
  enum When { case nothing }
  @Subscope var trees: [Plant] = []
  @Subscope var disguised: [Disguised] = []
  func update(_ when: When) throws {}
}

private class Plant: ScopeNode, ScopeProtocol {
  enum When { case nothing }
  var name = ""
  @Subscope var trunk = Leaf()
  func update(_ when: When) throws {}
}

private class Named: Plant { var title = "" }

private final class Oak: Named {
  var age = 0
  @Inject var water = 3
  @Subscope var crown = Leaf()
}

/// A scope whose mirror shows none of its properties.
private final class Hidden: Scope, CustomReflectable {
  enum When { case nothing }
  @Subscope var leaf: Leaf?
  @Subscope var list: [Leaf] = []
  var customMirror: Mirror { Mirror(self, children: []) }

  func declareAnew(_ leaf: Leaf) { _leaf = Subscope(wrappedValue: leaf) }

  func update(_ when: When) throws {}
}

private final class Warden: Scope, CustomReflectable, SubscopeMiddleware {
  enum When { case nothing }
  @Subscope var ward: Ward?
  private(set) var heard = 0
  var customMirror: Mirror { Mirror(self, children: []) }

  func update(_ when: When) throws {}

  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
    heard += 1
    try next()
  }
}

private final class Ward: Scope {
  enum When { case ring }
  func update(_ when: When) throws {}
}

private final class Veiled: Scope, CustomReflectable {
  enum When { case nothing }
  @Subscope var leaf: Leaf?
  @Subscope var list: [Leaf] = []
  var customMirror: Mirror { Mirror(self, children: ["leaf": leaf as Any]) }
  func update(_ when: When) throws {}
}

private final class Replaced: Scope {
  enum When { case nothing }
  @Subscope var leaf: Leaf? = Leaf()
  func declareAnew(_ leaf: Leaf) {
    _ = self.leaf
    _leaf = Subscope(wrappedValue: leaf)
  }
  func update(_ when: When) throws {}
}

/// A scope whose mirror shows its children.
private final class Shown: Scope, CustomReflectable {
  enum When { case nothing }
  @Subscope var leaf: Leaf
  @Subscope var list: [Leaf] = []
  var customMirror: Mirror { Mirror(self, children: ["leaf": leaf, "list": list]) }

  init(_ leaves: [Leaf]) {
    _leaf = Subscope(wrappedValue: leaves[0])
    _list = Subscope(wrappedValue: [leaves[1]])
  }

  func update(_ when: When) throws {}
}

/// A scope whose mirror has its properties in another order for each.
private final class Disguised: Scope, CustomReflectable {
  enum When { case nothing }
  @Subscope var leaf: Leaf
  private let isFirst: Bool

  init(_ leaf: Leaf, isFirst: Bool) {
    _leaf = Subscope(wrappedValue: leaf)
    self.isFirst = isFirst
  }

  var customMirror: Mirror {
    let children: [Mirror.Child] = [("leaf", _leaf), ("name", "a"), ("title", "b")]
    return Mirror(self, children: isFirst ? children : children.reversed())
  }

  func update(_ when: When) throws {}
}
