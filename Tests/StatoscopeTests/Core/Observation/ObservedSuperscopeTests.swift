import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// `@Superscope(observed: true)`: an ancestor's changes, published as the scope's own.
@Suite struct ObservedSuperscopeTests {
  @Test(.from(.appState)) func `a change of the ancestor is published by the scope beforehand`() {
    let (theme, journal) = (Theme(), Journal())
    let panel = theme.panel
    let token = panel.objectWillChange.sink {
      journal.note("will change from \(panel.theme?.color ?? "none")")
    }
    theme.send(.paint("red")).send(.paint("blue"))
    #expect(journal.entries == ["will change from white", "will change from red"])
    token.cancel()
  }

  @Test func `the observation begins with the parent's first event`() {
    let (panel, journal) = (Panel(), Journal())
    let theme = Theme(panel: panel)
    let token = panel.objectWillChange.sink { journal.note("changed") }
    theme.send(.nothing)
    #expect(journal.entries == [])
    theme.send(.paint("red"))
    #expect(journal.entries == ["changed"])
    token.cancel()
  }

  @Test func `the observation begins also after a read without an ancestor`() {
    let (panel, journal) = (Panel(), Journal())
    #expect(panel.theme == nil)
    let token = panel.objectWillChange.sink { journal.note("changed") }
    let theme = Theme(panel: panel).send(.nothing)
    theme.send(.paint("red"))
    #expect(journal.entries == ["changed"])
    token.cancel()
  }

  @Test func `replacing a child is a change of the ancestor`() {
    let (theme, journal) = (Theme(), Journal())
    let token = theme.panel.objectWillChange.sink { journal.note("changed") }
    theme.send(.addSpare)
    #expect(journal.entries == ["changed"])
    token.cancel()
  }

  @Test func `a scope that does not observe its ancestor publishes its own changes`() {
    let (theme, journal) = (Theme(), Journal())
    let token = theme.panel.quiet.objectWillChange.sink { journal.note("changed") }
    theme.send(.paint("red"))
    #expect(journal.entries == [])
    theme.panel.quiet.send(.rename("a"))
    #expect(journal.entries == ["changed"])
    token.cancel()
  }

  @Test func `a required ancestor is observed, and its default is not`() {
    let (panel, journal) = (Panel(), Journal())
    let token = panel.frame.objectWillChange.sink { journal.note("changed") }
    let theme = Theme(panel: panel).send(.nothing)
    theme.send(.paint("red"))
    #expect(journal.entries == ["changed"])
    theme.send(.dropPanel)
    let changes = journal.entries.count
    theme.send(.paint("blue"))
    #expect(journal.entries.count == changes)
    token.cancel()
  }

  @Test func `the observation moves with the scope to another ancestor`() {
    let (first, second, journal) = (Theme(), Theme(), Journal())
    let panel = first.panel
    second.send(.nothing)
    first.send(.dropPanel)
    let token = panel.objectWillChange.sink { journal.note("changed") }
    first.send(.paint("red"))
    #expect(journal.entries == [])
    second.panel = panel
    second.send(.paint("green"))
    #expect(journal.entries == ["changed"])
    first.send(.paint("blue"))
    #expect(journal.entries == ["changed"])
    token.cancel()
  }

  @Test func `the observation moves with a distant ancestor`() {
    let (house, theme, journal) = (House(), Theme(), Journal())
    let panel = theme.panel
    let token = panel.door.objectWillChange.sink { journal.note("changed") }
    house.send(.repaint)
    #expect(journal.entries == [])
    house.theme = theme
    house.send(.repaint)
    #expect(journal.entries == ["changed"])
    // Its removal is a change of the house, the last one that it hears of.
    house.theme = nil
    house.send(.repaint)
    #expect(journal.entries == ["changed", "changed"])
    token.cancel()
  }

  @Test func `the observation does not change when both scopes move`() {
    let (house, theme, journal) = (House(), Theme(), Journal())
    let token = theme.panel.objectWillChange.sink { journal.note("changed") }
    house.theme = theme
    house.theme = nil
    theme.send(.paint("red"))
    #expect(journal.entries == ["changed"])
    token.cancel()
  }

  @Test func `an @Observable ancestor changes with each of its events`() {
    let (climate, journal) = (Climate(), Journal())
    let token = climate.sensor.objectWillChange.sink {
      journal.note("will change from \(climate.degrees)")
    }
    climate.send(.warmTo(20)).send(.warmTo(21))
    climate.sensor.send(.nothing)
    #expect(journal.entries == ["will change from 18", "will change from 20"])
    let sensor = climate.sensor
    climate.send(.takeSensorOut)
    climate.send(.warmTo(22))
    #expect(journal.entries.count == 3)
    #expect(sensor.climate == nil)
    token.cancel()
  }

  @Test func `a change is published from ancestor to ancestor`() {
    let (house, journal) = (House(), Journal())
    house.theme = Theme()
    let token = house.theme?.panel.objectWillChange.sink { journal.note("panel") }
    let other = house.theme?.panel.frame.objectWillChange.sink { journal.note("frame") }
    house.theme?.send(.paint("red"))
    #expect(journal.entries.sorted() == ["frame", "panel"])
    token?.cancel()
    other?.cancel()
  }

  @Test func `the observation retains neither the scope nor the ancestor`() {
    var theme: Theme? = Theme()
    var panel = theme?.panel
    weak let releasedPanel = panel
    let publisher = panel?.objectWillChange
    theme?.send(.dropPanel)
    theme?.panel = Panel()
    panel = nil
    #expect(releasedPanel == nil)
    let journal = Journal()
    let token = publisher?.sink { journal.note("changed") }
    theme?.send(.paint("red"))
    #expect(journal.entries == [])
    weak let releasedTheme = theme
    panel = theme?.panel
    theme = nil
    #expect(releasedTheme == nil)
    #expect(panel?.theme == nil)
    token?.cancel()
  }

  @Test func `a scope may observe what another one of its class does not`() {
    let (hall, journal) = (Hall(), Journal())
    hall.send(.light)
    hall.lamps.append(Lamp(isFollowing: true))
    let tokens = hall.lamps.enumerated().map { number, lamp in
      lamp.objectWillChange.sink { journal.note("lamp \(number)") }
    }
    hall.send(.light)
    #expect(journal.entries == ["lamp 1"])
    for token in tokens { token.cancel() }
  }
}

private final class Hall: Scope, ObservableObject {
  enum When { case light }
  @Published var lights = 0
  @Subscope var lamps = [Lamp(isFollowing: false)]
  func update(_ when: When) throws { lights += 1 }
}

private final class Lamp: Scope, ObservableObject {
  enum When {}
  @Published var isLit = false
  @Superscope var hall: Hall?
  init(isFollowing: Bool) { _hall = Superscope(observed: isFollowing) }
  func update(_ when: When) throws {}
}

private final class House: Scope, ObservableObject {
  enum When { case repaint }
  @Published var coats = 0
  @Subscope var theme: Theme?
  func update(_ when: When) throws { coats += 1 }
}

@Observable private final class Climate: Scope {
  enum When {
    case warmTo(Int)
    case takeSensorOut
  }
  private(set) var degrees = 18
  @ObservationIgnored @Subscope var sensor = Sensor()
  func update(_ when: When) throws {
    switch when {
    case .warmTo(let degrees): self.degrees = degrees
    case .takeSensorOut: sensor = Sensor()
    }
  }
}

private final class Sensor: Scope, ObservableObject {
  enum When { case nothing }
  @Published var isOn = true
  @Superscope(observed: true) var climate: Climate?
  func update(_ when: When) throws {}
}

private final class Theme: Scope, ObservableObject, Injectable {
  static var defaultValue: Theme { Theme() }

  enum When {
    case paint(String)
    case addSpare
    case dropPanel
    case nothing
  }

  @Published var color = "white"
  @Subscope var panel: Panel
  @Subscope var spare: Panel?

  init(panel: Panel = Panel()) {
    _panel = Subscope(wrappedValue: panel)
  }

  func update(_ when: When) throws {
    switch when {
    case .paint(let color): self.color = color
    case .addSpare: spare = Panel()
    case .dropPanel: panel = Panel()
    case .nothing: break
    }
  }
}

private final class Panel: Scope, ObservableObject {
  enum When { case nothing }
  @Published var isShown = true
  @Superscope(observed: true) var theme: Theme?
  @Subscope var frame = Frame()
  @Subscope var door = Door()
  @Subscope var quiet = Quiet()
  func update(_ when: When) throws {}
}

private final class Frame: Scope, ObservableObject {
  enum When { case nothing }
  @Published var isShown = true
  @Superscope(observed: true) var theme: Theme
  func update(_ when: When) throws {}
}

private final class Door: Scope, ObservableObject {
  enum When { case nothing }
  @Published var isOpen = false
  @Superscope(observed: true) var house: House?
  func update(_ when: When) throws {}
}

private final class Quiet: Scope, ObservableObject {
  enum When { case rename(String) }
  @Published var name = ""
  @Superscope(observed: false) var theme: Theme?
  func update(_ when: When) throws { if case .rename(let name) = when { self.name = name } }
}
