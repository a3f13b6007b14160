import NewsReader
import Statoscope

extension NewsFeed {
  /// The state in which most flows begin: the sample is loaded, and nothing is in flight.
  func loaded() -> Self {
    injectObject(EffectsExecution.enqueueOnly)
    list.send(.feedLoaded(.success(Sample.feed)))
    return self
  }
}
