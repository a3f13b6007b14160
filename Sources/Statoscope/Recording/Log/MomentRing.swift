/// The moments of a log: at most as many as the capacity, without the oldest ones.
struct MomentRing {
  /// One recorded update.
  struct Moment {
    let time: Duration
    let scope: RecordedScope
    let event: RecordedEvent?
    let cause: ScopeRecording.Cause
    var changes: [RecordedScope.Change] = []
    var failure: String?
    var effects: [EffectLog.News] = []
    var tree: [RecordedTree.Place]?
  }

  let capacity: Int
  /// The tree at the beginning of the ring.
  var treeAtStart: [RecordedTree.Place] = []
  /// The number of moments that were dropped.
  private(set) var dropped = 0
  private var moments: [Moment] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The numbers of the moments in the ring, counted from 1.
  var numbers: Range<Int> { (dropped + 1)..<(dropped + moments.count + 1) }

  /// Returns the moment with a number; nil when it was dropped.
  subscript(number: Int) -> Moment? { index(of: number).map { moments[$0] } }

  /// Adds a moment, and drops the oldest one if the capacity is reached.
  ///
  /// - Returns: its number.
  mutating func add(_ moment: consuming Moment) -> Int {
    if moments.count < capacity {
      moments.append(moment)
    } else {
      let index = dropped % capacity
      swap(&moment, &moments[index])
      for change in moment.changes { moment.scope.begin(with: change) }
      if let tree = moment.tree { treeAtStart = tree }
      dropped += 1
    }
    return dropped + moments.count
  }

  /// Changes a moment.
  ///
  /// - Returns: false when it was dropped.
  @discardableResult
  mutating func update(_ number: Int, _ change: (inout Moment) -> Void) -> Bool {
    guard let index = index(of: number) else { return false }
    change(&moments[index])
    return true
  }

  /// Adds a change of state to a moment, or to the beginning of the ring when the moment was dropped.
  mutating func add(_ change: RecordedScope.Change, to number: Int, of scope: RecordedScope) {
    if !update(number, { $0.changes.append(change) }) { scope.begin(with: change) }
  }

  /// The scopes of the moments.
  var scopes: Set<Int> { Set(moments.map(\.scope.number)) }

  private func index(of number: Int) -> Int? {
    numbers.contains(number) ? (number - 1) % capacity : nil
  }
}
