import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Puzzles whose shortest solutions have been known for a long time.
@Suite("Exploration, puzzles")
struct PuzzleTests {
  @Test func `two jugs of three and five litres measure four in six steps`() throws {
    let found = try Jugs.EXPLORE { Jugs() }
      .EVENTS { _ in Jugs.When.allCases }
      .ALWAYS("no jug overflows") { $0.small <= 3 && $0.large <= 5 }
      .REACHES("four litres") { $0.large == 4 }
      .run()
    #expect(
      found.flow(reaching: "four litres")?.steps == [
        ".WHEN(.fillLarge)", ".WHEN(.pourIntoSmall)", ".WHEN(.emptySmall)",
        ".WHEN(.pourIntoSmall)", ".WHEN(.fillLarge)", ".WHEN(.pourIntoSmall)",
      ]
    )
    // Always one of the jugs is full or empty: that is 16 of the 24 pairs.
    #expect(found.states == 16)
    #expect(found.isComplete)
  }

  @Test func `farmer, wolf, goat and cabbage cross in seven trips`() throws {
    let found = try River.EXPLORE { River() }
      .EVENTS { sut in
        sut.isPeaceful ? [.cross(with: nil)] + River.Cargo.allCases.map { .cross(with: $0) } : []
      }
      .REACHES("all across") { $0.isPeaceful && $0.isAcross }
      .run()
    let trips = found.flow(reaching: "all across")?.steps ?? []
    #expect(trips.count == 7)
    #expect(trips.first == ".WHEN(.cross(with: .goat))")
    #expect(trips[1] == ".WHEN(.cross(with: nil))")
    #expect(trips.last == ".WHEN(.cross(with: .goat))")
    #expect(found.isComplete)
  }

  @Test func `where wolf and goat may never be alone, exactly ten states are safe`() throws {
    let found = try River.EXPLORE { River(refusesDanger: true) }
      .EVENTS { _ in [.cross(with: nil)] + River.Cargo.allCases.map { .cross(with: $0) } }
      .ALWAYS("no one is eaten") { $0.isPeaceful }
      .REACHES("all across") { $0.isAcross }
      .run()
    #expect(found.states == 10)
    #expect(found.flow(reaching: "all across")?.steps.count == 7)
  }
}

private final class Jugs: Scope {
  enum When: CaseIterable {
    case fillSmall, fillLarge, emptySmall, emptyLarge, pourIntoSmall, pourIntoLarge
  }

  private(set) var small = 0
  private(set) var large = 0

  func update(_ when: When) throws {
    switch when {
    case .fillSmall: small = 3
    case .fillLarge: large = 5
    case .emptySmall: small = 0
    case .emptyLarge: large = 0
    case .pourIntoSmall: pour(from: &large, into: &small, upTo: 3)
    case .pourIntoLarge: pour(from: &small, into: &large, upTo: 5)
    }
  }

  private func pour(from source: inout Int, into goal: inout Int, upTo limit: Int) {
    let amount = min(source, limit - goal)
    source -= amount
    goal += amount
  }
}

private final class River: Scope {
  enum Cargo: CaseIterable { case wolf, goat, cabbage }

  enum When { case cross(with: Cargo?) }

  private(set) var farmerIsAcross = false
  private(set) var across: Set<Cargo> = []
  private let refusesDanger: Bool

  init(refusesDanger: Bool = false) {
    self.refusesDanger = refusesDanger
  }

  var isAcross: Bool { farmerIsAcross && across.count == Cargo.allCases.count }

  /// Whether no one is left alone with what they eat.
  var isPeaceful: Bool {
    let alone = farmerIsAcross ? Set(Cargo.allCases).subtracting(across) : across
    return !alone.isSuperset(of: [.wolf, .goat]) && !alone.isSuperset(of: [.goat, .cabbage])
  }

  func update(_ when: When) throws {
    guard case .cross(let cargo) = when else { return }
    if let cargo, across.contains(cargo) != farmerIsAcross { throw InvalidStateError() }
    let before = (farmerIsAcross, across)
    farmerIsAcross.toggle()
    if let cargo { across.formSymmetricDifference([cargo]) }
    if refusesDanger, !isPeaceful {
      (farmerIsAcross, across) = before
      throw InvalidStateError()
    }
  }
}
