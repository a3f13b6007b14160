#if canImport(Combine)
  import Combine
#endif

import Statoscope

struct Network: Injectable, Sendable {
  var headlines: @Sendable (_ topic: String) async throws -> [String]

  static var defaultValue: Network { Network { _ in throw Offline() } }
}

struct Offline: Error {}

struct LoadHeadlines: Effect, Equatable {
  let topic: String
  @InjectedForEffect private var network: Network

  init(topic: String) {
    self.topic = topic
  }

  func runEffect() async throws -> [String] {
    try await network.headlines(topic)
  }
}

final class News: Scope, ObservableObject {
  @Published var headlines: [String] = []
  @Published var problem: String?

  enum When {
    case userPulledToRefresh
    case loaded(Result<[String], any Error>)
  }

  func update(_ when: When) throws {
    switch when {
    case .userPulledToRefresh:
      problem = nil
      let load = LoadHeadlines(topic: "swift").mapToResult().map(When.loaded)
      effectsState.enqueue(load, id: "load", policy: .replace)
    case .loaded(.success(let headlines)):
      self.headlines = headlines
    case .loaded(.failure(let error)):
      problem = "No news: \(error)"
    }
  }
}

enum Screen: ScopeEnum {
  case settings(Settings)
  case about
}

final class NewsApp: Scope {
  @Subscope var news = News()
  @Subscope var path: [Screen] = []

  enum When {
    case userTappedSettings
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedSettings: path.append(.settings(Settings()))
    }
  }
}

final class Settings: Scope {
  @Stored("topic") var topic = "swift"

  enum When {
    case userChose(topic: String)
  }

  func update(_ when: When) throws {
    switch when {
    case .userChose(let topic):
      self.topic = topic
      removeFromSuperscope()
    }
  }
}
