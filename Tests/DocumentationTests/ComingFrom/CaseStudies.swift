import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// What the page for those who come from the Composable Architecture shows for its case studies.
enum CaseStudies {
  struct Server: Injectable, Sendable {
    var messages: @Sendable (URL) -> AsyncThrowingStream<String, any Error> = { _ in
      AsyncThrowingStream { $0.finish() }
    }
    var save: @Sendable (_ isOn: Bool, _ id: String) async throws -> Void = unimplemented("Server.save")

    static let defaultValue = Server()
  }

  struct Offline: LocalizedError {
    let errorDescription: String? = "You are offline."
  }

  struct Messages: StreamEffect, Equatable {
    let url: URL
    @InjectedForEffect var server: Server

    func stream() -> AsyncThrowingStream<String, any Error> { server.messages(url) }
  }

  final class Chat: Scope {
    let url: URL
    private(set) var messages: [String] = []
    private(set) var isConnected = false
    private(set) var problem: String?

    init(url: URL) {
      self.url = url
    }

    enum When {
      case appeared
      case received(Result<String, any Error>)
      case serverClosed
      case userTappedDisconnect
    }

    func update(_ when: When) throws {
      switch when {
      case .appeared:
        isConnected = true
        effectsState.enqueue(
          Messages(url: url).mapToResult().map(When.received).mapEnd(to: .serverClosed),
          id: "connection",
          policy: .ignore
        )
      case .received(.success(let message)):
        messages.append(message)
      case .received(.failure(let error)):
        problem = error.localizedDescription
        isConnected = false
      case .serverClosed:
        isConnected = false
      case .userTappedDisconnect:
        effectsState.cancelEffect(id: "connection")
        isConnected = false
      }
    }
  }

  struct SaveFavourite: Effect, Equatable {
    let id: String
    let isOn: Bool
    @InjectedForEffect var server: Server

    func runEffect() async throws { try await server.save(isOn, id) }
  }

  final class Favourite: Scope {
    let id: String
    private(set) var isOn = false
    private(set) var problem: String?

    init(id: String) {
      self.id = id
    }

    enum When {
      case userTapped
      case saved(Result<Void, any Error>)
    }

    func update(_ when: When) throws {
      switch when {
      case .userTapped:
        isOn.toggle()
        let save = SaveFavourite(id: id, isOn: isOn)
        effectsState.enqueue(save.mapToResult().map(When.saved), id: "save", policy: .replace)
      case .saved(.success):
        problem = nil
      case .saved(.failure(let error)):
        problem = error.localizedDescription
        isOn.toggle()
      }
    }
  }

  final class Folder: Scope {
    @Subscope private(set) var folders: [Folder] = []
    @Subscope private(set) var favourite: Favourite
    @Subscope private(set) var sandbox: Folder?
    @Stored("views") private(set) var views = 0

    init(name: String) {
      favourite = Favourite(id: name)
    }

    enum When {
      case userAdded(String)
      case userOpened
      case userTappedTry
    }

    func update(_ when: When) throws {
      switch when {
      case .userAdded(let name):
        folders.append(Folder(name: name))
      case .userOpened:
        views += 1
      case .userTappedTry:
        sandbox = Folder(name: "sandbox").injectObject(StateStorage.inMemory())
      }
    }
  }

  @Suite(.flowSettings(.strict)) struct CaseStudiesTests {
    let url = URL(filePath: "/socket")

    @Test func `a connection is a stream of messages`() throws {
      try Chat.GIVEN { Chat(url: url).injectObject(Server()) }
        .WHEN(.appeared)
        .THEN(\.isConnected, equals: true)
        .THEN_EnqueuedEffect(Messages(url: url))
        .WHEN_StreamYields(Messages.self, "hello")
        .THEN(\.messages, equals: ["hello"])
        .FORK_EffectFails(Messages.self, with: Offline()) {
          try $0.THEN(\.isConnected, equals: false).THEN(\.problem, equals: "You are offline.")
        }
        .FORK(.userTappedDisconnect) {
          try $0.THEN(\.isConnected, equals: false)
        }
        .WHEN_EffectCompletes(Messages.self)
        .THEN(\.isConnected, equals: false)
        .runTest()
    }

    @Test func `a favourite is taken back when it cannot be saved`() throws {
      try Folder.GIVEN { inTests() }
        .WITH(\.favourite)
        .WHEN(.userTapped)
        .THEN(\.isOn, equals: true)
        .THEN_EnqueuedEffect(SaveFavourite(id: "home", isOn: true))
        .FORK_EffectCompletes(SaveFavourite.self, with: ()) {
          try $0.THEN_Nil(\.problem)
        }
        .WHEN_EffectFails(SaveFavourite.self, with: Offline())
        .THEN(\.isOn, equals: false)
        .THEN(\.problem, equals: "You are offline.")
        .runTest()
    }

    @Test func `a folder contains folders`() throws {
      try Folder.GIVEN { inTests() }
        .configure(exhaustivity: .off)
        .WHEN(.userAdded("work"))
        .WHEN(\.folders[ifThere: 0], .userAdded("letters"))
        .WHEN(\.folders[0].folders[ifThere: 0]?.favourite, .userTapped)
        .THEN(\.folders[0].folders[0].favourite.isOn, equals: true)
        .THEN(\.folders[0].favourite.isOn, equals: false)
        .runTest(assertNoPendingEffects: false)
    }

    @Test func `a sandbox has a storage of its own`() throws {
      try Folder.GIVEN { inTests() }
        .configure(exhaustivity: .off)
        .WHEN(.userOpened)
        .WHEN(.userTappedTry)
        .WHEN(\.sandbox, .userOpened)
        .WHEN(\.sandbox, .userOpened)
        .THEN(\.sandbox?.views, equals: 2)
        .THEN(\.views, equals: 1)
        .runTest()
    }

    private func inTests() -> Folder {
      Folder(name: "home").injectObject(Server()).injectObject(StateStorage.inMemory())
    }
  }
}
