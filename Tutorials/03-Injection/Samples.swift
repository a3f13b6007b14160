import Foundation
import Statoscope

extension FeedItem {
  static let ferry = FeedItem(id: "ferry", title: "The ferry runs again")
  static let bridge = FeedItem(id: "bridge", title: "A bridge for walkers")
}

extension Feed {
  static let almanac = Feed(title: "The Harbour Almanac", items: [.ferry, .bridge])
}

extension Network {
  /// A network whose answers contain its name.
  static func named(_ name: String) -> Network {
    Network(
      feed: { Feed(title: "list by \(name)", items: [.ferry]) },
      story: { _ in "story by \(name)" }
    )
  }
}

extension NewsClock {
  /// A clock whose time of day never changes.
  static let noon = noon(ticking: ContinuousClock())

  static func noon(ticking clock: any Clock<Duration>) -> NewsClock {
    NewsClock(now: { Date(timeIntervalSince1970: 43_200) }, ticking: clock)
  }
}

struct Offline: Error, Equatable {}
