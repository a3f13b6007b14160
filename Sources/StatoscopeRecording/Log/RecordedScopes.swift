import Statoscope

/// The scopes that a log knows: those in the tree, and those that its moments name.
///
/// Together they are the recorded tree.
final class RecordedScopes {
  let types = ReflectedTypes()
  /// The number of the scope at the root.
  static let root = 1

  private var byNumber: [Int: RecordedScope] = [:]
  /// The tree at the start of the recording, with the scopes that entered later as they entered, and the tree now.
  private var (start, tree) = (RecordedTree(), RecordedTree())
  private var byScope: [ObjectIdentifier: RecordedScope] = [:]
  private var count = 0
  /// The properties and types of which reflection does not show all.
  private(set) var unseen: [String] = []

  init(root: ScopeNode) {
    var change = TreeChange()
    enter([root], &change)
  }

  /// All known scopes as they were at the start of the recording, or at their entry into the tree.
  var starts: [ScopeRecording.ScopeState] {
    byNumber.values.sorted { $0.number < $1.number }.map { $0.start(with: start.lists(of: $0.number)) }
  }

  /// Returns a scope at the start of the recording, or at its entry into the tree.
  func start(of number: Int) -> ScopeRecording.ScopeState? {
    byNumber[number]?.start(with: start.lists(of: number))
  }

  subscript(number: Int) -> RecordedScope? { byNumber[number] }

  /// Returns the data about a scope that was recorded before.
  func known(_ scope: ScopeNode) -> RecordedScope? {
    byScope[ObjectIdentifier(scope)]
  }

  /// The data about a scope, whose state is read if it is new.
  subscript(scope: ScopeNode) -> RecordedScope {
    if let known = known(scope), unread.isEmpty || !unread.contains(known.number) { return known }
    let recorded = record(scope)
    unread.remove(recorded.number)
    for name in recorded.readStart(of: scope, types) where !unseen.contains(name) { unseen.append(name) }
    return recorded
  }

  /// The scopes whose state was not read yet.
  private var unread: Set<Int> = []

  private func record(_ scope: ScopeNode) -> RecordedScope {
    if let known = known(scope) { return known }
    count += 1
    let recorded = RecordedScope(scope, number: count, types)
    byNumber[count] = recorded
    byScope[recorded.id] = recorded
    unread.insert(count)
    return recorded
  }

  // MARK: The tree

  /// What a reading of the tree found.
  struct TreeChange {
    var edits: [ScopeRecording.ChildrenEdit] = []
    /// The children that left their property, some of them for another one.
    fileprivate(set) var removed: [Int] = []
    fileprivate(set) var entered: [Int] = []
  }

  /// Reads the children in a property, and all scopes that have entered the tree there.
  ///
  /// - Parameter window: the elements of a list that may differ; nil if all may.
  func readChildren(of scope: ScopeNode, in property: Int, _ window: ListWindow?, _ change: inout TreeChange)
  {
    guard let recorded = known(scope) else { return }
    // Only the count: the list would be copied when it changes.
    let former = tree.list(property, of: recorded.number).count
    if let window, let (range, count) = window.current(ofFormer: former),
      let found = scope.children(in: property, range, of: count)
    {
      let removed = window.formerEnd - window.start
      let edit = ListEdit(list: property, start: window.start, removed: removed, added: found.map(child))
      enter(apply(edit, to: recorded, found, &change), &change)
    } else {
      enter(readAllChildren(of: scope, in: property, recorded, &change).entered, &change)
    }
  }

  private func readAllChildren(
    of scope: ScopeNode,
    in property: Int,
    _ recorded: RecordedScope,
    _ change: inout TreeChange
  ) -> (all: [ScopeNode], entered: [ScopeNode]) {
    let found = scope.children(in: property)
    let (former, children) = (tree.list(property, of: recorded.number), found.map(child))
    let edit = ListEdit(of: property, from: former, to: children)
    return (found.map(\.scope), former == children ? [] : apply(edit, to: recorded, found, &change))
  }

  private func child(_ child: LinkedChild) -> ScopeRecording.Child {
    ScopeRecording.Child(scope: record(child.scope).number, segment: child.segment)
  }

  /// - Returns: those of the children that have entered the property.
  private func apply(
    _ edit: ListEdit<ScopeRecording.Child>,
    to recorded: RecordedScope,
    _ children: [LinkedChild],
    _ change: inout TreeChange
  ) -> [ScopeNode] {
    change.edits.append(ScopeRecording.ChildrenEdit(scope: recorded.number, edit: edit))
    let removed = Set((change.edits.last.flatMap { tree.apply($0) } ?? []).map(\.scope))
    change.removed += removed
    let added = Set(edit.added.map(\.scope)).subtracting(removed)
    return children.map(\.scope).filter { added.contains(record($0).number) }
  }

  /// Reads scopes that have entered the tree, and all scopes below them.
  private func enter(_ scopes: [ScopeNode], _ change: inout TreeChange) {
    var waiting = Array(scopes.reversed())
    while let node = waiting.popLast() {
      let isNew = known(node).map { unread.contains($0.number) } ?? true
      let recorded = self[node]
      change.entered.append(recorded.number)
      var below: [ScopeNode] = []
      if isNew {
        let children = (0..<node.childPropertyCount).map { node.children(in: $0) }
        let lists = children.map { $0.map(child) }
        start.add(lists, of: recorded.number)
        tree.add(lists, of: recorded.number)
        below = children.joined().map(\.scope)
      } else {
        // What happened outside of the tree was not observed.
        for property in 0..<node.childPropertyCount {
          below += readAllChildren(of: node, in: property, recorded, &change).all
        }
      }
      waiting += below.reversed()
    }
  }

  /// Records that the effects of scopes which have left the tree were cancelled.
  func cancelEffects(below removed: [Int]) -> [ScopeRecording.EffectChange] {
    var found: [RecordedScope] = []
    var waiting = removed.filter { !tree.contains($0, below: RecordedScopes.root) }
    while let number = waiting.popLast() {
      guard let recorded = byNumber[number] else { continue }
      if !recorded.effects.isEmpty { found.append(recorded) }
      waiting += tree.lists(of: number).joined().map(\.scope)
    }
    return found.sorted { $0.number < $1.number }.flatMap { $0.cancelAll() }
  }

  // MARK: The start

  /// Lets a discarded moment be part of the start, and removes the scopes that nothing names any more.
  func discard(_ moment: RecordedMoment) {
    for change in moment.changes { moment.scope.discard(change) }
    // Most moments are followed by others of their scopes.
    if moment.scope.lastMoment > moment.number, moment.effects.isEmpty, moment.children.isEmpty { return }
    var candidates = [moment.scope.number] + moment.effects.map(\.scope)
    for change in moment.children where byNumber[change.scope] != nil {
      candidates += start.apply(change)?.map(\.scope) ?? []
    }
    while let number = candidates.popLast() {
      guard let recorded = byNumber[number], recorded.lastMoment <= moment.number,
        !tree.contains(number, below: RecordedScopes.root)
      else { continue }
      candidates += start.lists(of: number).joined().map(\.scope)
      (byNumber[number], byScope[recorded.id]) = (nil, nil)
      start.remove(number)
      tree.remove(number)
    }
  }
}

/// The elements of a list that have changed since it was read: all others are the same, in the same order.
struct ListWindow {
  private(set) var start: Int
  private(set) var formerEnd: Int
  private var currentEnd: Int

  init(_ change: ChangedElements) {
    (start, formerEnd, currentEnd) = (
      change.start, change.start + change.removed, change.start + change.added
    )
  }

  /// Adds a later change.
  mutating func add(_ change: ChangedElements) {
    start = min(start, change.start)
    let end = change.start + change.removed
    formerEnd += max(0, end - currentEnd)
    currentEnd = max(currentEnd, end) + change.added - change.removed
  }

  /// Returns the range in the list of today, and its length; nil if the former one was shorter than the window.
  func current(ofFormer count: Int) -> (range: Range<Int>, count: Int)? {
    guard start >= 0, start <= currentEnd, formerEnd <= count else { return nil }
    return (start..<currentEnd, count - formerEnd + currentEnd)
  }
}

/// The properties of one scope whose children have changed since they were read.
struct ChangedChildren {
  private(set) weak var scope: ScopeNode?
  /// The window of each property; nil where all children may differ.
  private(set) var windows: [Int: ListWindow?] = [:]

  init(of scope: ScopeNode) {
    self.scope = scope
  }

  mutating func add(_ property: Int, _ elements: ChangedElements?) {
    guard let elements else { return windows[property] = .some(nil) }
    guard let known = windows[property] else { return windows[property] = .some(ListWindow(elements)) }
    guard var window = known else { return }
    window.add(elements)
    windows[property] = .some(window)
  }
}
