import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

extension NeighbourReports {
  @Test(.bug(id: "sindresorhus/p-queue#200")) @MainActor
  func `a queued effect has the task-local values of its own event`() async {
    let (loads, gates) = (Loads(), [Gate<String>(), Gate<String>()])
    for (gate, name) in zip(gates, ["first", "second"]) {
      Request.$name.withValue(name) { _ = loads.send(.load(gate, .queue)) }
    }
    for gate in gates { await gate.open("page") }
    await until { loads.loaded.count == 2 }
    #expect(loads.loaded == ["page for first", "page for second"])
  }

  @Test @MainActor func `the late result of a replaced effect is dropped`() async {
    let (loads, gates) = (Loads(), [Gate<String>(), Gate<String>()])
    for gate in gates { loads.send(.load(gate, .replace)) }
    await gates[1].open("new")
    await until { !loads.loaded.isEmpty }
    await gates[0].open("old")
    for _ in 0..<100 { await Task.yield() }
    #expect(loads.loaded == ["new for nobody"])
  }

  @Test @MainActor func `an effect that is cancelled before its first step does not run`() async {
    let started = Journal()
    let loads = Loads()
    loads.send(.note(started)).send(.cancel)
    for _ in 0..<100 { await Task.yield() }
    #expect(started.entries == [] && loads.effects.isEmpty)
  }

  @Test(.bug(id: "rduxjs/redux-toolkit#5052")) @MainActor
  func `any number of effects share an identifier`() async {
    let (loads, gate) = (Loads(), Gate<String>())
    for _ in 0..<2_000 { loads.send(.load(gate, .all)) }
    await gate.open("page")
    await until { loads.loaded.count == 2_000 }
    #expect(loads.effects.isEmpty)
    let waiting = Gate<String>()
    for _ in 0..<2_000 { loads.send(.load(waiting, .queue)) }
    loads.send(.cancel)
    #expect(loads.effects.isEmpty)
    await waiting.open("late")
  }

  @Test(.bug(id: "rrousselGit/riverpod#4772")) @MainActor
  func `a reset that cancels first is not overwritten by a late result`() async {
    let (loads, gate) = (Loads(), Gate<String>())
    loads.send(.load(gate, .all))
    await gate.arrived()
    loads.send(.reset)
    await gate.open("late")
    for _ in 0..<100 { await Task.yield() }
    #expect(loads.loaded == [] && loads.effects.isEmpty)
  }

  @Test @MainActor func `each task that iterates a property sees every value`() async {
    let (loads, begun) = (Loads(), Gate<String>())
    let changes = loads.changes(of: \.loaded.count)
    let readers = (0..<2).map { _ in
      Task {
        var counts: [Int] = []
        for await count in changes {
          counts.append(count)
          if count == 0 { _ = try? await begun.pass() }
          if count == 3 { break }
        }
        return counts
      }
    }
    await begun.arrived(2)
    for page in ["a", "b", "c"] { loads.send(.loaded(page)) }
    await begun.open("")
    for reader in readers { #expect(await reader.value == [0, 1, 2, 3]) }
  }

  @Test @MainActor func `a consumer that is slower than the events misses no value`() async {
    let loads = Loads()
    var changes = loads.changes(of: \.loaded.count).makeAsyncIterator()
    for page in 0..<1_000 { loads.send(.loaded("\(page)")) }
    var counts: [Int] = []
    while counts.last != 1_000, let count = await changes.next(isolation: #isolation) {
      counts.append(count)
      await Task.yield()
    }
    #expect(counts == Array(0...1_000))
  }

  @Test @MainActor func `work that ignores its cancellation does not delay a timeout`() async {
    let (loads, stubborn, clock) = (Loads(), Gate<String>(), TestClock())
    loads.send(.loadInTime(stubborn, clock))
    await clock.sleepers()
    clock.advance(by: .seconds(1))
    await until { !loads.loaded.isEmpty }
    #expect(loads.loaded == ["too late"])
    await stubborn.open("never seen")
  }
}

private enum Request {
  @TaskLocal static var name = "nobody"
}

private final class Loads: Scope {
  enum When {
    case load(Gate<String>, EffectPolicy)
    case loadInTime(Gate<String>, TestClock)
    case note(Journal)
    case loaded(String)
    case reset
    case cancel
  }

  private(set) var loaded: [String] = []

  func update(_ when: When) {
    switch when {
    case .load(let gate, let policy):
      let effect = AnyEffect { When.loaded("\(try await gate.pass()) for \(Request.name)") }
      effectsState.enqueue(effect, id: "load", policy: policy)
    case .loadInTime(let gate, let clock):
      let effect = AnyEffect { try await gate.pass() }.timeout(after: .seconds(1), clock: clock)
      effectsState.enqueue(effect.mapToResult().map { .loaded((try? $0.get()) ?? "too late") })
    case .note(let journal): effectsState.enqueue(AnyEffect { journal.note("runs") }.fireAndForget())
    case .loaded(let page): loaded.append(page)
    case .reset:
      effectsState.cancelAllEffects()
      loaded = []
    case .cancel: effectsState.cancelAllEffects()
    }
  }
}
