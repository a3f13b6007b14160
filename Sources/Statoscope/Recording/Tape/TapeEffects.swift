/// The effects that a tape knows to be under way, and what became of them since the last note.
struct TapeEffects {
  private struct Key: Hashable {
    let scope: Int
    let generation: UInt64
  }

  /// What became of effects, until there is a note to put it in.
  private(set) var news: [EffectNews] = []

  /// Whether an effect's result is being handed to its scope: what becomes of effects is told with its event.
  var isDelivering = false

  private var underWay: [Key: EffectNews] = [:]
  private var count = 0

  func number(of generation: UInt64, in watch: ScopeWatch) -> Int? {
    underWay[Key(scope: watch.number, generation: generation)]?.effect
  }

  mutating func note(_ generation: UInt64, _ change: EffectChange, of watch: ScopeWatch) {
    let key = Key(scope: watch.number, generation: generation)
    switch change {
    case .started(let effect):
      count += 1
      let started = EffectNews(effect: count, text: EffectText(effect).text, scope: watch, end: nil)
      underWay[key] = started
      news.append(started)
    case .completed: end(key, .completed)
    case .failed(let error): end(key, .failed("\(error)"))
    case .cancelled: end(key, .cancelled)
    }
  }

  /// Notes that the effects of all scopes but some were cancelled.
  mutating func cancelAll(exceptOf present: Set<Int>) {
    let ended = underWay.filter { !present.contains($0.key.scope) }.sorted {
      $0.value.effect < $1.value.effect
    }
    for (key, _) in ended { end(key, .cancelled) }
  }

  mutating func takeNews() -> [EffectNews] {
    defer { news = [] }
    return news
  }

  private mutating func end(_ key: Key, _ end: ScopeRecording.EffectEnd) {
    guard let known = underWay.removeValue(forKey: key) else { return }
    news.append(EffectNews(effect: known.effect, text: known.text, scope: known.scope, end: end))
  }
}
