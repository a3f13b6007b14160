import Foundation
import NewsReader
import Statoscope

extension NewsApp {
  /// Returns an app that touches nothing outside itself, for previews and tests.
  package static func sample(network: Network = .sample) -> NewsApp {
    NewsApp(source: .file(path: "/almanac.xml"))
      .injectObject(network)
      .injectObject(StateStorage.inMemory())
      .injectObject(NewsClock(now: { noon }, timeZone: .gmt, ticking: ContinuousClock()))
  }

  package static let noon = Date(timeIntervalSince1970: 1_774_094_400)
}

extension Network {
  /// Answers at once, with the sample.
  package static let sample = Network(
    feed: { _ in .sample },
    page: { _ in Data("<html><body><p>She crosses at eight, noon and five.</p></body></html>".utf8) }
  )

  /// Fails at once, as without a connection.
  package static let offline = Network(
    feed: { _ in throw Offline() },
    page: { _ in throw Offline() }
  )
}

package struct Offline: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String { "There is no connection." }
}

extension Feed {
  package static let sample = Feed(title: "The Harbour Almanac", items: [.ferry, .oar])
}

extension FeedItem {
  package static let ferry = FeedItem(
    id: "ferry",
    title: "The ferry runs again",
    link: URL(filePath: "/ferry.html"),
    summary: "After a week in the dock."
  )
  package static let oar = FeedItem(id: "oar", title: "Lost: one oar", summary: "Blue, sentimental.")
}
