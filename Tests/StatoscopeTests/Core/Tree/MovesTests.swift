import Statoscope
import TestSupport
import Testing

/// A child has left when the event that removed it has ended: what happens to a scope that an event moves.
@MainActor @Suite struct MovesTests {
  private let board = Board()
  private let card: Card
  private let other: Card

  init() {
    card = board.columns[0].cards[0]
    other = board.columns[0].cards[1]
    card.send(.upload)
    other.send(.upload)
  }

  private func isUploading(_ card: Card) -> Bool { card.effects.count == 1 }

  @Test func `a card that becomes the last one keeps its upload`() {
    board.perform { $0.columns[0].cards.append($0.columns[0].cards.removeFirst()) }
    #expect(board.columns[0].cards.map(\.name) == ["b", "a"])
    #expect(isUploading(card) && isUploading(other))
    #expect(ScopeTree(card).keyPathFromRoot == #"\.columns[0].cards[1]"#)
  }

  @Test func `two cards that are exchanged keep their uploads`() {
    board.perform {
      let cards = $0.columns[0]
      (cards.cards[0], cards.cards[1]) = (cards.cards[1], cards.cards[0])
    }
    #expect(board.columns[0].cards.map(\.name) == ["b", "a"])
    #expect(isUploading(card) && isUploading(other))
    #expect(ScopeTree(board.columns[0]).children.map { ($0 as? Card)?.name } == ["b", "a"])
  }

  @Test func `a card that one column removes and another appends keeps its upload`() {
    board.perform { $0.columns[1].cards.append($0.columns[0].cards.removeFirst()) }
    #expect(isUploading(card))
    #expect(ScopeTree(card).parent === board.columns[1])
    #expect(ScopeTree(card).keyPathFromRoot == #"\.columns[1].cards[0]"#)
  }

  @Test func `a card that another column appends first keeps its upload`() {
    board.perform {
      $0.columns[1].cards.append($0.columns[0].cards[0])
      #expect(ScopeTree($0.columns[1].cards[0]).parent === $0.columns[1])
      #expect(ScopeTree($0.columns[0]).children.count == 1)
      $0.columns[0].cards.removeFirst()
    }
    #expect(isUploading(card))
    #expect(ScopeTree(card).parent === board.columns[1])
    #expect(ScopeTree(board.columns[0]).children.count == 1)
  }

  @Test func `a card that another column gives back stays where it was`() {
    board.perform {
      $0.columns[1].cards.append($0.columns[0].cards[0])
      $0.columns[1].cards.removeLast()
      #expect(ScopeTree($0.columns[0].cards[0]).parent === $0.columns[0])
    }
    #expect(isUploading(card))
    #expect(ScopeTree(card).keyPathFromRoot == #"\.columns[0].cards[0]"#)
  }

  @Test func `a card moves into a column that the event creates`() {
    board.perform { $0.columns.append(Column([$0.columns[0].cards.removeFirst()])) }
    #expect(isUploading(card))
    #expect(ScopeTree(card).keyPathFromRoot == #"\.columns[2].cards[0]"#)
  }

  @Test func `a card leaves when the outermost event has ended`() {
    var pending = 0
    let card = card
    board.perform {
      $0.columns[0].send(.removeFirst)
      pending = card.effects.count
    }
    #expect(pending == 1)
    #expect(card.effects.isEmpty)
    #expect(ScopeTree(card).parent == nil)
  }

  @Test func `a card that a subscriber takes keeps its upload`() {
    var removed: Card?
    let subscription = board.columns[0].subscribe { [board] _, _ in
      removed.map { board.columns[1].cards.append($0) }
    }
    removed = card
    board.columns[0].send(.removeFirst)
    #expect(isUploading(card))
    #expect(ScopeTree(card).parent === board.columns[1])
    subscription.cancel()
  }

  @Test func `a card that moves outside of an event loses its upload`() {
    board.columns[1].cards.append(board.columns[0].cards.removeFirst())
    #expect(card.effects.isEmpty)
    #expect(ScopeTree(card).parent === board.columns[1])
  }

  @Test func `a card that two boards exchange ends its upload`() {
    let archive = Board()
    board.perform { archive.columns[0].cards.append($0.columns[0].cards.removeFirst()) }
    #expect(card.effects.isEmpty)
    #expect(ScopeTree(card).root === archive)
    // Nothing of the first tree counts for the second one.
    archive.columns[0].cards.removeLast()
    #expect(ScopeTree(card).parent == nil)
    #expect(ScopeTree(archive).children.count == 2)
  }

  @Test func `a column that is removed keeps what was moved out of it`() {
    board.perform {
      let card = $0.columns[0].cards[0]
      $0.columns[1].cards.append(card)
      $0.columns.removeFirst()
    }
    #expect(isUploading(card))
    #expect(other.effects.isEmpty)
    #expect(ScopeTree(card).keyPathFromRoot == #"\.columns[0].cards[0]"#)
  }

  @Test func `a moved card finds its new ancestors`() {
    board.columns[1].injectObject(Color(name: "red"))
    board.perform { $0.columns[1].cards.append($0.columns[0].cards.removeFirst()) }
    #expect(card.color.name == "red")
    #expect(other.color.name == "none")
  }

  @Test func `an effect that a leaving card enqueues does not start`() throws {
    let column = board.columns[0]
    #expect(throws: EffectIsolationError.self) { try card.trySend(.leaveAndUpload) }
    #expect(card.effects.isEmpty)
    #expect(column.cards.count == 1)
  }

  @Test func `a board whose card is being moved can be released`() {
    weak var released: Card?
    var board: Board? = Board()
    released = board?.columns[0].cards[0]
    let column = board?.columns[0]
    column?.perform {
      $0.cards.removeFirst()
      board = nil
    }
    #expect(released == nil)
    #expect(column?.cards.count == 1)
    column?.cards.removeAll()
    #expect(column.map { ScopeTree($0).children.isEmpty } == true)
  }

  @Test func `a card that removes itself twice leaves the others as they were`() throws {
    try card.trySend(.leaveTwice)
    #expect(card.effects.isEmpty)
    #expect(isUploading(other))
    try other.trySend(.upload)
    #expect(other.effects.count == 2)
  }

  // MARK: Misuse

  @Test(.waitsForPrograms) func `a card in two columns after the event traps and names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let board = Board()
      board.columns[1].cards = [Card("c")]
      board.perform { $0.columns[1].cards.append($0.columns[0].cards[1]) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        #"""
        The scope Card is held by \.columns[0].cards[1] and was also assigned to \.columns[1].cards[1] of Board. A scope can \#
        be in a tree only once. Remove it from \.columns[0].cards[1] before you assign it to \.columns[1].cards[1], or in \#
        the same event, or create another scope.
        """#
      )
    )
  }

  @Test(.waitsForPrograms) func `a card twice in a column after the event traps and names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Board().perform { $0.columns[0].cards[1] = $0.columns[0].cards[0] }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        #"The scope Card is held by \.columns[0].cards[0] and was also assigned to \.columns[0].cards[1] of Board."#
      )
    )
  }

  @Test(.waitsForPrograms) func `a column below itself traps within the event`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Board().perform {
        let column = $0.columns.removeFirst()
        column.inner = Column([])
        column.inner?.inner = column
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A tree of scopes cannot contain a cycle."))
  }
}

private struct Color: Injectable {
  var name: String
  static let defaultValue = Color(name: "none")
}

private final class Board: Scope {
  enum When { case perform }
  @Subscope var columns = [Column([Card("a"), Card("b")]), Column([])]
  private var change: ((Board) -> Void)?

  func perform(_ change: @escaping (Board) -> Void) {
    self.change = change
    send(.perform)
  }

  func update(_ when: When) throws {
    change?(self)
  }
}

private final class Column: Scope {
  enum When { case removeFirst, perform }
  @Subscope var cards: [Card]
  @Subscope var inner: Column?

  private var change: ((Column) -> Void)?

  init(_ cards: [Card]) { _cards = Subscope(wrappedValue: cards) }

  func perform(_ change: @escaping (Column) -> Void) {
    self.change = change
    send(.perform)
  }

  func update(_ when: When) throws {
    switch when {
    case .removeFirst: cards.removeFirst()
    case .perform: change?(self)
    }
  }
}

private final class Card: Scope {
  enum When {
    case upload, leaveAndUpload, leaveTwice
  }
  let name: String
  @Injected var color: Color

  init(_ name: String) { self.name = name }

  func update(_ when: When) throws {
    switch when {
    case .upload: effectsState.enqueue(Endless())
    case .leaveTwice:
      removeFromSuperscope()
      removeFromSuperscope()
    case .leaveAndUpload:
      effectsState.enqueue(Endless())
      removeFromSuperscope()
    }
  }
}
