import Statoscope
import TestSupport
import Testing

/// What an effect finds in the tree of the scope that enqueued it.
@MainActor @Suite struct InjectedForEffectTests {
  @Test(.from(.cacheStore)) func `an effect finds what is injected above its scope`() async {
    let root = Root().injectObject(Server(name: "mock"))
    await root.user.ask(.plain)
    #expect(root.user.answers == ["mock"])
  }

  @Test func `without an injected value an effect finds the default`() async {
    let root = Root()
    await root.user.ask(.plain)
    #expect(root.user.answers == ["default"])
  }

  @Test func `the nearest value is found`() async {
    let root = Root().injectObject(Server(name: "root"))
    root.user.injectObject(Server(name: "user"))
    await root.user.ask(.plain)
    #expect(root.user.answers == ["user"])
  }

  @Test func `the value is looked up when the effect is enqueued`() async throws {
    let root = Root().injectObject(Server(name: "before"))
    let gate = Gate<String>()
    root.user.send(.ask(.afterGate(gate)))
    root.injectObject(Server(name: "after"))
    await gate.open("")
    await root.user.hasAnswers(1)
    #expect(root.user.answers == ["before"])
  }

  @Test func `a queued effect's value is looked up when it is enqueued`() async {
    let root = Root().injectObject(Server(name: "before"))
    let gate = Gate<String>()
    root.user.send(.ask(.afterGate(gate))).send(.ask(.plain))
    root.injectObject(Server(name: "after"))
    await gate.open("")
    await root.user.hasAnswers(2)
    #expect(root.user.answers == ["before", "before"])
  }

  @Test func `nested effects, generic effects and closures find the value`() async {
    let root = Root().injectObject(Server(name: "mock"))
    await root.user.ask(.nested)
    await root.user.ask(.generic)
    await root.user.ask(.closure)
    await root.user.ask(.modified)
    #expect(root.user.answers == ["nested mock", "7 mock", "closure mock", "mock"])
  }

  @Test func `an effect does not use the tree of the effect that caused it`() async {
    let (first, second) = (Root().injectObject(Server(name: "first")), Root())
    first.user.onAnswer = { second.user.send(.ask(.plain)) }
    await first.user.ask(.plain)
    await second.user.hasAnswers(1)
    #expect(second.user.answers == ["default"])
  }

  @Test func `a running effect with an injected value does not retain its scope`() async {
    let gate = Gate<String>()
    var root: Root? = Root().injectObject(Server(name: "mock"))
    weak let released = root
    root?.user.send(.ask(.afterGate(gate)))
    await gate.arrived()
    root = nil
    #expect(released == nil)
    await gate.open("")
  }

  @Test func `a value that was set is used, and does not affect equality`() async throws {
    var effect = AskServer()
    effect.server = Server(name: "set")
    #expect(try await effect.runEffect() == "set")
    #expect(effect == AskServer())
    #expect(try await AskServer().runEffect() == "default")
  }

  @Test func `a property's own value is used, and does not affect its hash`() async throws {
    var effect = AskOwnServer()
    #expect(try await effect.runEffect() == "own")
    effect.server = Server(name: "set")
    #expect(try await effect.runEffect() == "set")
    #expect(Set([effect, AskOwnServer()]).count == 1)
  }

  @Test func `a value whose type is not known to be Sendable is reported`() async throws {
    try await withLoggedLines { journal in
      let root = Root()
      injectWithoutKnowing(Server(name: "hidden"), into: root)
      #expect(root.user.server.name == "hidden")
      await root.user.ask(.plain)
      #expect(root.user.answers == ["default"])
      #expect(
        journal.entries == [
          """
          errors: an effect looked up Server, and got the default: the value in the tree was injected where its \
          type was not known to be Sendable. Inject it with injectObject(value, as: Server.self).
          """
        ]
      )
    }
  }

  private func injectWithoutKnowing<Value>(_ value: Value, into root: Root) {
    root.injectObject(value)
  }
}

private struct AskOwnServer: Effect, Hashable {
  @InjectedForEffect var server = Server(name: "own")
  func runEffect() async throws -> String { server.name }
}

private struct AskTwice: Effect {
  let inner = AskServer()
  func runEffect() async throws -> String { "nested " + (try await inner.runEffect()) }
}

private struct AskFor<Value: Sendable>: Effect {
  @InjectedForEffect var server: Server
  let value: Value
  func runEffect() async throws -> String { "\(value) \(server.name)" }
}

private struct AskAfterGate: Effect {
  @InjectedForEffect var server: Server
  let gate: Gate<String>
  func runEffect() async throws -> String { try await gate.pass() + server.name }
}

private final class Root: Scope {
  enum When { case nothing }
  @Subscope var user = User()
  func update(_ when: When) throws {}
}

private final class User: Scope {
  enum Question {
    case plain
    case afterGate(Gate<String>)
    case nested
    case generic
    case closure
    case modified
  }

  enum When {
    case ask(Question)
    case answered(String)
  }

  @Injected var server: Server
  private(set) var answers: [String] = []
  var onAnswer: () -> Void = {}
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func update(_ when: When) throws {
    switch when {
    case .ask(let question):
      effectsState.enqueue(effect(for: question).map(When.answered), id: "ask", policy: .queue)
    case .answered(let answer):
      answers.append(answer)
      onAnswer()
      for watcher in watchers where watcher.count <= answers.count { watcher.continuation.resume() }
      watchers.removeAll { $0.count <= answers.count }
    }
  }

  private func effect(for question: Question) -> AnyEffect<String> {
    switch question {
    case .plain: AskServer().eraseToAnyEffect()
    case .afterGate(let gate): AskAfterGate(gate: gate).eraseToAnyEffect()
    case .nested: AskTwice().eraseToAnyEffect()
    case .generic: AskFor(value: 7).eraseToAnyEffect()
    case .closure:
      AnyEffect {
        @InjectedForEffect var server: Server
        return "closure \(server.name)"
      }
    case .modified: AskServer().timeout(after: .seconds(60)).retry(1)
    }
  }

  @MainActor func ask(_ question: Question) async {
    let count = answers.count + 1
    send(.ask(question))
    await hasAnswers(count)
  }

  @MainActor func hasAnswers(_ count: Int) async {
    guard answers.count < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
