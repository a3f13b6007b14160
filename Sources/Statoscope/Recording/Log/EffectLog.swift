/// The effects in flight that the log knows, and their changes since the last moment.
final class EffectLog {
  /// An effect that started or ended.
  struct News {
    let number: Int
    let text: String
    let scope: RecordedScope
    let end: ScopeRecording.EffectEnd?
  }

  private struct Key: Hashable {
    let scope: Int
    let generation: UInt64
  }

  /// The effects that started or ended, until there is a moment to add them to.
  private(set) var news: [News] = []

  /// Indicates whether an effect's result is being delivered: its end is recorded with the event.
  var isDelivering = false

  private var inFlight: [Key: News] = [:]
  private var count = 0

  /// Returns the number of an effect in the log.
  func number(of generation: UInt64, in scope: RecordedScope) -> Int? {
    inFlight[Key(scope: scope.number, generation: generation)]?.number
  }

  func note(_ generation: UInt64, _ change: EffectChange, of scope: RecordedScope) {
    let key = Key(scope: scope.number, generation: generation)
    switch change {
    case .started(let effect):
      count += 1
      let started = News(number: count, text: EffectText(effect).text, scope: scope, end: nil)
      inFlight[key] = started
      news.append(started)
    case .completed: end(key, .completed)
    case .failed(let error): end(key, .failed("\(error)"))
    case .cancelled: end(key, .cancelled)
    }
  }

  /// Records that the effects of all scopes but some were cancelled.
  func cancelAll(except present: Set<Int>) {
    let ended = inFlight.filter { !present.contains($0.key.scope) }.sorted {
      $0.value.number < $1.value.number
    }
    for (key, _) in ended { end(key, .cancelled) }
  }

  func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  private func end(_ key: Key, _ end: ScopeRecording.EffectEnd) {
    guard let known = inFlight.removeValue(forKey: key) else { return }
    news.append(News(number: known.number, text: known.text, scope: known.scope, end: end))
  }
}
