import Statoscope
import TestSupport
import Testing

/// The home rule with a thousand actors, and with scopes that never stay where they were.
///
/// `Roamer` itself checks at each event that it runs on the actor that owns it.
@Suite struct HomeUnderAttackTests {
  @Test func `each of a thousand actors receives its own events`() async {
    let gate = Gate<String>()
    let residences = (0..<1_000).map { _ in Residence() }
    await withTaskGroup { group in
      for (number, residence) in residences.enumerated() {
        group.addTask {
          await residence.adopt(Roamer())
          await residence.send(.wait(gate), .goElsewhere("\(number)"), .wait(gate), .goElsewhere("\(number)"))
        }
      }
      group.addTask {
        await gate.arrived(500)
        await gate.open("gate")
      }
    }
    for (number, residence) in residences.enumerated() {
      #expect(await residence.received(4).sorted() == ["\(number)", "\(number)", "gate", "gate"])
    }
  }

  @Test func `a scope that moves often receives events on its current actor`() async throws {
    let residences = (0..<5).map { _ in Residence() }
    await residences[0].adopt(Roamer())
    var (expected, late): ([String], [Gate<String>]) = ([], [])
    for step in 0..<300 {
      let (here, there) = (residences[step % 5], residences[(step + 1) % 5])
      let (soon, later) = (Gate<String>(), Gate<String>())
      await here.send(.wait(soon), .wait(later))
      await soon.arrived()
      late.append(later)
      await there.adopt(try #require(await here.release()))
      await soon.open("\(step)")
      expected.append("\(step)")
      // Some wait at their gates through many moves, and end on an actor that was not there when they began.
      if step % 7 == 6 {
        for gate in late { await gate.open("late") }
        expected += late.map { _ in "late" }
        late = []
      }
      #expect(await there.received(expected.count).count == expected.count)
    }
    let received = await residences[0].received(expected.count)
    #expect(received.sorted() == expected.sorted())
    #expect(await residences[0].effectCount() == late.count)
    for gate in late { await gate.open("late") }
  }

  @Test func `events without an actor use the current home`() async throws {
    let residences = (0..<100).map { _ in Residence() }
    await residences[0].adopt(Roamer())
    for (step, (here, there)) in zip(residences, residences.dropFirst()).enumerated() {
      let gate = Gate<String>()
      await here.sendUnnamed(.wait(gate))
      await there.adopt(try #require(await here.release()))
      await there.sendUnnamed(.goElsewhere("elsewhere"))
      await gate.open("gate")
      #expect(await there.received(2 * step + 2).suffix(2).sorted() == ["elsewhere", "gate"])
    }
  }

  @Test func `a tree moves to another actor as a whole`() async throws {
    let places: [Residence.Place] = [{ $0 }, { $0.left }, { $0.right }, { $0.left?.left }]
    let residences = (0..<50).map { _ in Residence() }
    await residences[0].adopt(Roamer())
    await residences[0].send(.putLeft, .putRight)
    await residences[0].send(.putLeft, to: { $0.left })
    for (step, (here, there)) in zip(residences, residences.dropFirst()).enumerated() {
      let gate = Gate<String>()
      for place in places { await here.send(.wait(gate), to: place) }
      await there.adopt(try #require(await here.release()))
      await gate.open("\(step)")
      for place in places { #expect(await there.received(step + 1, by: place).last == "\(step)") }
    }
  }

  @Test func `a removed subtree moves to another root, and the rest does not`() async throws {
    let places: [Residence.Place] = [{ $0.left }, { $0.left?.left }]
    for step in 0..<50 {
      let (home, elsewhere) = (Residence(), Residence())
      await home.adopt(Roamer())
      await home.send(.putLeft)
      await home.send(.putLeft, to: { $0.left })
      let (stays, cancelled, moves, goesBack) = (
        Gate<String>(), Gate<String>(), Gate<String>(), Gate<String>()
      )
      await home.send(.wait(stays))
      for place in places { await home.send(.wait(cancelled), to: place) }
      await elsewhere.adoptBelowNewRoot(try #require(await home.releaseLeft()))
      for place in places { await elsewhere.send(.wait(moves), .wait(goesBack), to: place) }
      for gate in [cancelled, stays, moves] { await gate.open("\(step)") }
      #expect(await home.received(1) == ["\(step)"])
      for place in places { #expect(await elsewhere.received(1, by: place) == ["\(step)"]) }
      // Back below the old root together with the new one, with effects in flight that began elsewhere.
      await home.adoptLeft(try #require(await elsewhere.release()))
      await goesBack.open("back")
      #expect(await home.received(2, by: { $0.left?.left }) == ["\(step)", "back"])
      #expect(await home.received(2, by: { $0.left?.left?.left }) == ["\(step)", "back"])
    }
  }

  @Test func `a subtree may move before the results of its cancelled effects`()
    async throws
  {
    let (first, second, third) = (Residence(), Residence(), Residence())
    for step in 0..<500 {
      let gate = Gate<String>()
      await first.adopt(Roamer())
      await first.send(.putLeft)
      for _ in 0..<4 { await first.send(.wait(gate), to: { $0.left }) }
      await second.adopt(try #require(await first.release()))
      async let opened: Void = gate.open("late")
      // So that the results are found in each place between their effects and their home.
      for _ in 0..<step % 10 { await Task.yield() }
      // Results that wait for their turn on the second actor must not touch what is the third one's by then.
      let left = try #require(await second.releaseLeft())
      await third.adoptBelowNewRoot(left)
      let count = await third.received(0, by: { $0.left }).count
      await third.send(.goElsewhere("next"), to: { $0.left })
      await opened
      #expect(await third.received(count + 1, by: { $0.left }).last == "next")
    }
  }

  @Test func `children that outlive their parent receive events in another tree`() async throws {
    let places: [Residence.Place] = [{ $0.left }, { $0.left?.left }]
    for step in 0..<50 {
      let (home, first, second) = (Residence(), Residence(), Residence())
      let gate = Gate<String>()
      await home.adopt(Roamer())
      await home.send(.putLeft, .putRight, .wait(gate))
      for side: Residence.Place in [{ $0.left }, { $0.right }] {
        await home.send(.putLeft, .wait(gate), to: side)
        await home.send(.wait(gate), to: { side($0)?.left })
      }
      // Half the times all have begun, else some still wait for their first turn.
      if step.isMultiple(of: 2) { await gate.arrived(5) }
      await home.dissolve()
      await first.adoptBelowNewRoot(try #require(await home.releaseSurvivor()))
      await second.adoptBelowNewRoot(try #require(await home.releaseSurvivor()))
      await gate.open("late")
      for residence in [first, second] {
        for place in places {
          await residence.send(.goElsewhere("\(step)"), to: place)
          #expect(await residence.received(1, by: place) == ["\(step)"])
        }
      }
    }
  }

  @Test func `an actor at the address of a released one is another home`() async throws {
    for _ in 0..<50 {
      let first = Residence()
      let gate = Gate<String>()
      await first.adopt(Roamer())
      await first.send(.wait(gate))
      await gate.arrived()
      let roamer = try await passedThroughAnActorThatIsGone(try #require(await first.release()))
      // As a rule the allocator gives it the address of the one that is gone.
      let last = Residence()
      await last.adopt(roamer)
      await gate.open("a")
      #expect(await last.received(1) == ["a"])
    }
  }

  private func passedThroughAnActorThatIsGone(_ roamer: sending Roamer) async throws -> sending Roamer {
    let residence = Residence()
    await residence.adopt(roamer)
    return try #require(await residence.release())
  }
}
