import Foundation
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A scope whose values are hard to compare; the steps that a failure prints are pasted into a program of their own.
///
/// This file is compiled with them, so it names nothing of the other tests.
final class Odds: Scope, ObservableObject {
  /// The path of this file.
  static let source = #filePath

  enum When: Sendable { case change }

  /// Never equal to itself.
  struct Stranger: Equatable {
    var id = 0
    static func == (left: Stranger, right: Stranger) -> Bool { false }
  }

  enum Trouble: Error { case small }

  struct Day: Hashable, Sendable {
    var number: Int
  }

  struct Entry: Equatable {
    var text = ""
    var count = 0
  }

  var ratio = 0.0
  var ratios = [1.0, 2]
  var anything: any Sendable = 1
  @Published var published: any Sendable = 1
  var error: (any Error)?
  var stranger = Stranger()
  var `raw name` = 0
  var days = [Day(number: 1): "a", Day(number: 2): "b"]
  var entries = ["a": Entry(), "b": Entry()]
  var same = ["a": 1, "b": 1, "c": 1]
  var counts = [0, 0, 0]
  @Subscope var byKey = ["a": Odd(), "b": Odd()]
  @Subscope var list = [Odd(), Odd()]

  func update(_ when: When) {
    ratio = .nan
    ratios.append(.nan)
    anything = Int8(1)
    published = "text"
    error = Trouble.small
    stranger.id = 1
    `raw name` = 1
    days[Day(number: 2)] = "c"
    entries["a"]?.text = "x"
    same = ["c": 1]
    counts = [1, 1, 0]
    byKey["a"]?.height = 1
    byKey["b"]?.height = 1
    for odd in list { odd.height = 2 }
  }
}

final class Odd: Scope {
  enum When: Sendable {}
  var height = 0
  func update(_ when: When) {}
}
