// What happens without an event: it is noted when an event comes by, or the notes are read.

extension EventTape {
  /// Notes what has changed without an event, in all of the tree.
  ///
  /// Complexity: O(scopes below).
  func lookAround(from root: ScopeNode) {
    guard head.pointee.underWay < 0 else { return }
    if !hasShape(of: root) { noteTree(seenFrom: root) { add(of: shadow.watch(of: root)) } }
    root.forEachInSubtree(noteOutsideChanges)
  }

  func lookAround(at scope: ScopeNode) {
    if !hasShape(of: scope) {
      // While an update is under way, it is taken for what put scopes into the tree.
      let inner = head.pointee.underWay
      noteTree(seenFrom: scope) { inner >= 0 ? inner : add(of: shadow.watch(of: scope)) }
    }
    noteOutsideChanges(of: scope)
  }

  private func noteOutsideChanges(of scope: ScopeNode) {
    let watch = shadow.watch(of: scope)
    var note: Int?
    watch.look(at: scope) { change in
      let number = note ?? add(of: watch)
      note = number
      ring.add(change, to: number, of: watch)
    }
  }

  /// Notes the tree as it is now, and that the effects of scopes which have left it were cancelled.
  ///
  /// - Parameter note: gives the note to put it in, if there is something to note.
  func noteTree(seenFrom scope: ScopeNode, in note: () -> Int) {
    var top = scope
    while ObjectIdentifier(top) != root, let parent = top.parentNode { top = parent }
    // A scope that has just left the tree sees another one.
    guard ObjectIdentifier(top) == root else { return }
    // It may be a part of the tree that has not changed, or may have been put elsewhere as a whole.
    guard lookAtTree(from: top) else { return }
    let number = note()
    if let more = ring.more(of: number) { more.tree = shadow.tree } else { ring.treeAtStart = shadow.tree }
    let present = Set(shadow.tree.map { $0.watch.number })
    effects.cancelAll(exceptOf: present)
    tellNews(in: number)
    guard shadow.isCrowded, head.pointee.underWay < 0 else { return }
    head.pointee.cell = nil
    shadow.forget(except: present.union(ring.watches))
  }

  /// Looks at the tree again.
  ///
  /// - Returns: whether it is another than before.
  @discardableResult
  func lookAtTree(from root: ScopeNode) -> Bool {
    let isOther = shadow.look(from: root)
    // Linking its scopes may have been a change, too.
    head.pointee.shape = root.context.shape
    return isOther
  }
}
