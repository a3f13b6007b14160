import Foundation
import Synchronization

/// What others are told of a commit, as the payload of a notification.
struct CommitNews: Codable, Sendable {
  let commit: UUID
  /// The keys that have changed; nil when they are too many for a notification.
  let keys: [String]?

  /// PostgreSQL's limit of a payload, in bytes.
  private static let longest = 7_999

  /// The payload.
  static func payload(of commit: UUID, _ keys: [String]) throws -> String {
    let encoder = JSONEncoder()
    let text = String(decoding: try encoder.encode(CommitNews(commit: commit, keys: keys)), as: UTF8.self)
    guard text.utf8.count > longest else { return text }
    return String(decoding: try encoder.encode(CommitNews(commit: commit, keys: nil)), as: UTF8.self)
  }

  /// - Parameter payload: what any session of the database may have sent.
  init?(_ payload: String) {
    guard let news = try? JSONDecoder().decode(CommitNews.self, from: Data(payload.utf8)) else { return nil }
    self = news
  }

  private init(commit: UUID, keys: [String]?) {
    (self.commit, self.keys) = (commit, keys)
  }
}

/// The commits that one back end has made itself, so that it does not read their values again.
///
/// The notification of a commit comes before or after its answer. One whose answer was lost is another's for the storage,
/// which may have given it up: its notification counts.
struct OwnCommits: Sendable {
  private enum State: Sendable {
    /// It was sent.
    case sent
    /// It was sent, and its notification has come.
    case heard(CommitNews)
    /// It was made, and its notification has not come yet.
    case made
  }

  private var states: [UUID: State] = [:]

  /// Records that a commit is sent.
  mutating func send(_ commit: UUID) { states[commit] = .sent }

  /// Records a notification.
  ///
  /// - Returns: false when it need not be reported, or not yet.
  mutating func hear(_ news: CommitNews) -> Bool {
    switch states[news.commit] {
    case nil: return true
    case .sent: states[news.commit] = .heard(news)
    case .heard: break
    case .made: states[news.commit] = nil
    }
    return false
  }

  /// Records an answer, or that there is none.
  ///
  /// - Returns: the notification that is to be reported now.
  mutating func end(_ commit: UUID, isMade: Bool) -> CommitNews? {
    guard let state = states.removeValue(forKey: commit) else { return nil }
    if case .heard(let news) = state { return isMade ? nil : news }
    if isMade { states[commit] = .made }
    return nil
  }

  /// Expects no notification any more, because some were missed.
  mutating func forget() {
    states = states.filter { if case .made = $0.value { false } else { true } }
  }
}
