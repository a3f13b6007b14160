import Statoscope

/// A scope that changes in every way; the steps that a failure prints are pasted into a program of their own.
///
/// This file is compiled with them, so it names nothing of the other tests.
final class Garden: Scope {
  /// The path of this file.
  static let source = #filePath

  struct Hours: Equatable {
    var opens = 8
    var closes = 18
  }

  /// Not comparable.
  struct Soil {
    var depth = 1
  }

  enum Weather: Equatable {
    case sun
    case rain(Int, wind: Double)
  }

  enum When: CaseIterable, Sendable {
    case removeTitle, appendTitle, insertTitle, replaceTitle, exchangeTitles, clearTitles
    case removeBed, appendBed, insertBed, swapBeds, dropBeds, clearBeds, growBed, removeAndGrowBed
    case open, close, growOpen, replaceOpen
    case show, growShown, alert, showOther, push, growPushed, pop
    case nameGuest, moveGuest, dismissGuest, count, recount, uncount
    case setLunch, moveLunch, setHours, rain, flag, say, silence, score, unscore
    case deepen, pair, measure, everything
  }

  private(set) var titles = ["a", "b", "c"]
  private(set) var hours = Hours()
  private(set) var lunch: Hours?
  private(set) var lateLunch: Hours? = Hours()
  private(set) var weather = Weather.sun
  private(set) var flags: Set<String> = ["red"]
  private(set) var text: String? = "hello"
  private(set) var other: String?
  private(set) var scores: [Int?] = [1, nil]
  private(set) var soil = Soil()
  private(set) var size = (width: 1, height: 2)
  private(set) var counts = ["a": 1, "b \"2\"": 2]
  @Subscope var beds = [Bed("a"), Bed("b"), Bed("c")]
  @Subscope var opened: Bed?
  @Subscope var closed: Bed? = Bed("closed")
  @Subscope var guests = ["ada": Bed("ada")]
  @Subscope var shown: Screen? = .bed(Bed("shown"))
  @Subscope var hidden: Screen?
  @Subscope var path: [Screen] = [.sign("first"), .bed(Bed("first"))]

  func update(_ when: When) throws {
    if when == .everything { return updateAll() }
    updateTitles(when)
    updateBeds(when)
    updateScreens(when)
    updateValues(when)
  }

  private func updateAll() {
    for when in When.allCases where when != .everything { try? update(when) }
  }

  private func updateTitles(_ when: When) {
    switch when {
    case .removeTitle: titles.remove(at: 1)
    case .appendTitle: titles.append("d\n\"\\")
    case .insertTitle: titles.insert("x", at: 0)
    case .replaceTitle: titles[titles.count - 1] = "z"
    case .exchangeTitles: titles = ["c", "a"]
    case .clearTitles: titles = []
    default: break
    }
  }

  private func updateBeds(_ when: When) {
    switch when {
    case .removeBed: beds.remove(at: 1)
    case .appendBed: beds.append(Bed("d"))
    case .insertBed: beds.insert(Bed("x"), at: 0)
    case .swapBeds: beds.swapAt(0, 1)
    case .dropBeds: beds.removeLast(2)
    case .clearBeds: beds = []
    case .growBed: beds.last?.grow()
    case .removeAndGrowBed:
      if !beds.isEmpty { beds.removeFirst() }
      beds.last?.grow()
    case .open: opened = Bed("open")
    case .close: closed = nil
    case .growOpen: closed?.grow()
    case .replaceOpen: closed = Bed("other")
    case .nameGuest: guests["bob"] = Bed("bob")
    case .moveGuest: guests["ada"]?.grow()
    case .dismissGuest: guests["ada"] = nil
    default: break
    }
  }

  private func updateScreens(_ when: When) {
    switch when {
    case .show: hidden = .bed(Bed("hidden"))
    case .growShown: if case .bed(let bed) = shown { bed.grow() }
    case .alert: shown = .sign("alert")
    case .showOther: shown = .shed(Shed())
    case .push: path.append(.bed(Bed("pushed")))
    case .growPushed: if case .bed(let bed) = path.last { bed.grow() }
    case .pop: path.removeLast()
    default: break
    }
  }

  private func updateValues(_ when: When) {
    switch when {
    case .count: counts["c"] = 3
    case .recount: counts["b \"2\""] = 4
    case .uncount: counts["a"] = nil
    case .setLunch: lunch = Hours(opens: 1, closes: 2)
    case .moveLunch: lateLunch?.opens = 3
    case .setHours: hours = Hours(opens: 5, closes: 6)
    case .rain: weather = .rain(3, wind: 0.5)
    case .flag: flags.insert("blue")
    case .say: other = "hi"
    case .silence: text = nil
    case .score: scores[1] = 2
    case .unscore: scores[0] = nil
    case .deepen: soil.depth = 7
    case .pair: size.height = 9
    case .measure: (size.width, soil) = (5, Soil(depth: 8))
    default: break
    }
  }
}

enum Screen: ScopeEnum {
  case bed(Bed)
  case shed(Shed)
  case sign(String)
}

final class Bed: Scope {
  enum When: Sendable { case grow }

  let name: String
  private(set) var height = 0
  private(set) var plants: [String] = []
  private(set) var label: String?
  @Subscope var rows: [Shed] = []

  init(_ name: String) {
    self.name = name
  }

  func grow() {
    height += 1
    plants.append("rose")
    label = "\(height)"
    rows.append(Shed())
  }

  func update(_ when: When) throws { grow() }
}

final class Shed: Scope {
  enum When: Sendable { case fill }
  private(set) var tools = 0
  func update(_ when: When) throws { tools += 1 }
}
