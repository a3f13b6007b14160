import StatoscopeRecording

#if canImport(Combine)
  import Combine
#endif
import Foundation
import Observation
import Statoscope
import TestSupport
import Testing

@Suite struct `A redacted property` {
  @Test func `is used, compared and changed like any other`() {
    let vault = Vault().send(.typed("hunter2"))
    #expect(vault.password == "hunter2")
    vault.password += "!"
    #expect(vault.password == "hunter2!")
    #expect(Redacted(wrappedValue: 1) == Redacted(wrappedValue: 1))
    #expect(Redacted(wrappedValue: 1) != Redacted(wrappedValue: 2))
    #expect(Set([Redacted(wrappedValue: 1), Redacted(wrappedValue: 1)]).count == 1)
  }

  @Test func `is printed without its value, also inside of other values`() {
    let value = Redacted(wrappedValue: "hunter2")
    var dumped = ""
    dump([value], to: &dumped)
    #expect("\(value) \(String(reflecting: [value]))" == "<redacted> [<redacted>]")
    #expect(!dumped.contains("hunter2"))
    let vault = Vault().set(\.password, "hunter2").set(\.card, Card(number: "4111"))
    #expect(
      vault.debugDescription == """
        Vault
          password: <redacted>
          code: <redacted>
          card: Card
            number: <redacted>
            name: "Ada"
        """
    )
  }

  @Test func `is logged without its value`() async throws {
    let lines = try await withLoggedLines(.all) { journal in
      _ = Vault().send(.typed("hunter2")).send(.checked(Redacted(wrappedValue: "hunter3")))
      return journal.entries
    }
    #expect(lines.contains { $0.contains("Vault .checked(<redacted>)") })
    // What an event carries in the open is the event's own.
    #expect(lines.filter { $0.contains("hunter") } == lines.filter { $0.contains("Vault .typed") })
  }

  @Test func `is recorded as changed without its value`() {
    let vault = Vault()
    let recorder = ScopeRecorder(vault)
    vault.send(.reset).send(.checked(Redacted(wrappedValue: "hunter2"))).send(.reset).send(.reset)
    let moments = recorder.recording.moments
    #expect(
      moments.map(\.change) == [
        ["- password: <redacted>", "+ password: <redacted>"],
        ["- password: <redacted>", "+ password: <redacted>"],
        ["- password: <redacted>", "+ password: <redacted>"],
        [],
      ]
    )
    #expect(moments.map(\.source) == [".reset", nil, ".reset", ".reset"])
    #expect(!recorder.recording.html().contains("hunter2"))
    #expect(!recorder.recording.flowTest().contains("hunter2"))
  }

  @Test func `is not in the dump of a recorded scope`() {
    let vault = Vault().send(.reset)
    let recorder = ScopeRecorder(vault)
    vault.set(\.password, "hunter2").send(.checked(Redacted(wrappedValue: "hunter3")))
    var dumped = ""
    dump(vault, to: &dumped)
    dump(recorder, to: &dumped)
    #expect(dumped.contains("_password: <redacted>"))
    #expect(!dumped.contains("hunter"))
  }

  @Test func `publishes its changes in a @Published property`() {
    let vault = Vault()
    let reported = Locked(false)
    withObservationTracking {
      _ = vault.code
    } onChange: {
      reported.withLock { $0 = true }
    }
    vault.code = "123"
    #if !canImport(Combine)
      #expect(reported.withLock { $0 })
    #endif
    vault.code.append("4")
    #expect(vault.code == "1234")
  }

  @Test func `is stored as its value in a @Stored property`() throws {
    let storage = StateStorage.inMemory()
    let session = Session().injectObject(storage)
    #expect(session.token == nil)
    session.token = "secret"
    #expect(try storage.read(String.self, forKey: "token") == "secret")
    #expect(Session().injectObject(storage).token == "secret")
    #expect(session.debugDescription.contains("token: <redacted>"))
    session.token = nil
    #expect(try storage.read(String.self, forKey: "token") == nil)
  }

  @Test func `is a string for other readers of the user's defaults`() throws {
    let name = "redacted-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let session = Session().injectObject(StateStorage.userDefaults(defaults))
    session.token = "secret"
    #expect(defaults.string(forKey: "token") == "secret")
  }

  @Test func `is encoded and decoded as its value`() throws {
    let data = try JSONEncoder().encode(Card(number: "4111"))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""number":"4111""#))
    #expect(try JSONDecoder().decode(Card.self, from: data) == Card(number: "4111"))
  }
}

private final class Vault: Scope, ObservableObject {
  @Redacted var password = "first"
  #if canImport(Combine)
    @Redacted var code = ""
  #else
    @Published @Redacted var code = ""
  #endif
  var card = Card(number: "")

  enum When: Sendable {
    case typed(String)
    case checked(Redacted<String>)
    case reset
  }

  func update(_ when: When) {
    switch when {
    case .typed(let text): password = text
    case .checked(let text): password = text.wrappedValue
    case .reset: password = ""
    }
  }
}

private struct Card: Codable, Equatable, Sendable {
  @Redacted var number: String
  var name = "Ada"

  init(number: String) { _number = Redacted(wrappedValue: number) }
}

private final class Session: Scope {
  @Stored("token") @Redacted var token: String?

  enum When { case none }

  func update(_ when: When) {}
}
