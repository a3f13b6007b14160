import Observation
import Statoscope
import TestSupport
import Testing

extension NeighbourReports {
  @Test(
    .bug(id: "mobxjs/mobx-state-tree#142"),
    .bug(id: "mobxjs/mobx-state-tree#2006"),
    .bug(id: "xaviergonz/mobx-keystone#449")
  )
  @MainActor func `a card that moves to another column keeps its upload`() async {
    let (board, gate) = (Board().send(.open), Gate<Void>())
    board.columns[0].cards[0].send(.upload(gate))
    for order in [Board.When.moveByAppendingFirst, .moveByRemovingFirst, .exchange] {
      board.send(order)
      #expect(board.cards.map(\.effects.count).reduce(0, +) == 1)
    }
    await gate.open(())
    await until { board.cards.contains(where: \.isUploaded) }
    #expect(board.cards.count == 3)
  }

  @Test(.bug(id: "facebook/react#5760"))
  func `a slice that is read back while its owner updates says what it shows`() async throws {
    try await withLoggedLines { log in
      let house = House()
      house.lamp.isLit = true
      #expect(house.isLit && house.lamp.isLit)
      #expect(log.entries == [])
      house.send(.lightsOut)
      #expect(house.lamp.readBack == true)
      #expect(!house.isLit)
      house.send(.setLit(true)).send(.lightsOut)
      #expect(log.entries.count == 1)
      #expect(log.entries.first?.contains("the slice reads the value before") == true)
    }
  }

  @Test func `a decorator that injects is found by what it wraps`() throws {
    let house = House().injectObject(Colour(name: "red"))
    #expect(house.lamp.colour.name == "red")
    let token = house.lamp.override(Colour(name: "blue"))
    #expect(house.lamp.colour.name == "blue")
    token.cancel()
    #expect(house.lamp.colour.name == "red")
  }

  @Test func `Swift's own tracking sees the state of a scope`() {
    let (house, journal) = (House(), Journal())
    withObservationTracking {
      _ = house.lamps.count
    } onChange: {
      journal.note("changed")
    }
    house.send(.setLit(true))
    #expect(journal.entries == [])
    house.send(.addLamp)
    #expect(journal.entries == ["changed"])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test @MainActor func `Swift's sequence of observations sees the state of a scope`() async {
    let (house, seen) = (House(), Journal())
    let observing = Task {
      for await count in Observations({ house.lamps.count }) {
        seen.note("\(count)")
        if count == 2 { return }
      }
    }
    for count in 0..<2 {
      await until { seen.entries.last == "\(count)" }
      house.send(.addLamp)
    }
    await observing.value
    #expect(seen.entries == ["0", "1", "2"])
  }
}

private final class Board: Scope {
  enum When: CaseIterable {
    case open
    case moveByAppendingFirst
    case moveByRemovingFirst
    case exchange
  }

  @Subscope var columns: [Column] = []
  var cards: [Card] { columns.flatMap(\.cards) }

  func update(_ when: When) {
    switch when {
    case .open:
      columns = [Column(), Column()]
      columns[0].cards = [Card(), Card(), Card()]
    case .moveByAppendingFirst:
      columns[1].cards.append(columns[0].cards[0])
      columns[0].cards.removeFirst()
    case .moveByRemovingFirst:
      let card = columns[1].cards.removeFirst()
      columns[0].cards.append(card)
    case .exchange:
      (columns[0].cards[0], columns[0].cards[2]) = (columns[0].cards[2], columns[0].cards[0])
    }
  }
}

private final class Column: Scope {
  enum When {}
  @Subscope var cards: [Card] = []
  func update(_ when: When) {}
}

private final class Card: Scope {
  enum When {
    case upload(Gate<Void>)
    case uploaded
  }

  private(set) var isUploaded = false

  func update(_ when: When) {
    switch when {
    case .upload(let gate): effectsState.enqueue(PassGate(gate).map { .uploaded })
    case .uploaded: isUploaded = true
    }
  }
}

private struct Colour: Injectable, Sendable {
  var name = "white"
  static let defaultValue = Colour()
}

private final class House: Scope {
  enum When {
    case setLit(Bool)
    case lightsOut
    case addLamp
  }

  private(set) var isLit = false
  @Subscope var lamp = Lamp()
  @Subscope var lamps: [Lamp] = []

  func update(_ when: When) {
    switch when {
    case .setLit(let isLit): self.isLit = isLit
    case .lightsOut: lamp.send(.turnOff)
    case .addLamp: lamps.append(Lamp())
    }
  }
}

private final class Lamp: Scope {
  enum When {
    case turnOff
  }

  @Slice(\House.isLit, set: House.When.setLit) var isLit: Bool
  @Injected var colour: Colour
  private(set) var readBack: Bool?

  func update(_ when: When) {
    isLit = false
    readBack = isLit
  }
}
