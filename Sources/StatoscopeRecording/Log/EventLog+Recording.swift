import Statoscope

extension EventLog {
  /// Creates a recording with the texts of all moments.
  ///
  /// Complexity: O(moments + size of the states in them).
  func recording(of root: String) -> ScopeRecording {
    let needed = neededScopes
    let scopes = scopes.all.filter { needed.contains($0.number) }
    // The state at the beginning is that of now, with all changes undone.
    var states = Dictionary(uniqueKeysWithValues: scopes.map { ($0.number, $0.values) })
    for moment in orderedMoments.reversed() {
      for change in moment.changes { states[moment.scope.number]?[change.field] = change.before }
    }
    return ScopeRecording(
      version: ScopeRecording.currentVersion,
      root: root,
      capacity: capacity,
      dropped: dropped,
      scopes: scopes.map { scope in
        let fields = (states[scope.number] ?? []).enumerated().map { scope.lines(of: $0, $1) }
        return ScopeRecording.ScopeState(id: scope.number, type: scope.typeName, fields: fields)
      },
      tree: treeAtStart.places,
      moments: orderedMoments.map(\.rendered)
    )
  }

  /// The numbers of the scopes in the moments and in their trees.
  var neededScopes: Set<Int> {
    let moments = orderedMoments
    let trees = [treeAtStart, tree] + moments.compactMap(\.tree)
    return Set(trees.flatMap(\.nodes).map(\.scope) + moments.map(\.scope.number))
  }

  private var treeAtStart: RecordedTree { orderedMoments.first { $0.tree != nil }?.treeBefore ?? tree }
}
