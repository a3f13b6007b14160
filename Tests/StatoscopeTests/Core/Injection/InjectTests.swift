import Statoscope
import TestSupport
import Testing

/// `@Inject`, which gives a value, and `@Injected(default:)`, which has its own when none was given.
@Suite struct InjectTests {
  @Test func `behind a custom mirror it is provided from the first access to it`() {
    let cabin = Cabin()
    #expect(cabin.station == Station(name: "cabin"))
    #expect(cabin.radio.speaker.station == Station(name: "given"))
    #expect(cabin.speaker.station == Station(name: "cabin"))
  }

  @Test func `a provided value is found at its scope and below`() throws {
    let radio = Radio()
    #expect(radio.station == Station(name: "given"))
    #expect(radio.speaker.station == Station(name: "given"))
    #expect(try radio.speaker.resolve(Station.self) == Station(name: "given"))
  }

  @Test func `a child that was referenced earlier finds a provided value`() {
    let speaker = Speaker()
    let radio = Radio(speaker: speaker)
    #expect(speaker.station == Station.defaultValue)
    radio.send(.nothing)
    #expect(speaker.station == Station(name: "given"))
  }

  @Test func `setting a provided value replaces it`() {
    let radio = Radio()
    radio.station = Station(name: "set")
    #expect(radio.station == Station(name: "set"))
    #expect(radio.speaker.station == Station(name: "set"))
  }

  @Test func `injectObject overrides a provided value in either order`() {
    let early = Radio().injectObject(Station(name: "by hand"))
    #expect([early.station, early.speaker.station] == [Station(name: "by hand"), Station(name: "by hand")])
    let late = Radio().send(.nothing).injectObject(Station(name: "by hand"))
    #expect([late.station, late.speaker.station] == [Station(name: "by hand"), Station(name: "by hand")])
  }

  @Test func `a provided value is nearer than an ancestor's`() {
    let house = House().injectObject(Station(name: "house"))
    #expect(house.radio.speaker.station == Station(name: "given"))
  }

  @Test func `a provided value is found again when an override ends`() {
    let radio = Radio()
    let override = radio.override(Station(name: "override"))
    #expect([radio.station, radio.speaker.station].allSatisfy { $0.name == "override" })
    override.cancel()
    #expect(radio.speaker.station == Station(name: "given"))
  }

  @Test @MainActor func `effects find a provided value`() async {
    let radio = Radio()
    await radio.speaker.listen()
    #expect(radio.speaker.heard == "given")
  }

  @Test func `without an injected value the property's default is found`() {
    let speaker = Speaker()
    #expect(speaker.volume == 5)
    #expect(speaker.cable !== speaker.cable)
  }

  @Test func `a property with a default finds the nearest value, and can be set`() throws {
    let radio = Radio().injectObject(9)
    #expect(radio.speaker.volume == 9)
    radio.speaker.volume = 7
    #expect(radio.speaker.volume == 7)
    #expect(try radio.resolve(Int.self) == 9)
  }

  @Test func `a property of a protocol type may have a default`() {
    let radio = Radio()
    #expect(radio.speaker.codec.name == "plain")
    radio.injectObject(Fancy(), as: (any Codec).self)
    #expect(radio.speaker.codec.name == "fancy")
  }

  @Test(.from(.appState)) func `a provided object is the same one at every look-up`() {
    let house = House()
    let cable = house.cable
    #expect(house.cable === cable)
    #expect(house.radio.speaker.cable === cable)
  }

  @Test(.lesson(10)) func `a property with a default keeps each value that is set`() {
    let speaker = Speaker()
    #expect(speaker.volume == 5)
    speaker.volume = 3
    #expect(speaker.volume == 3)
    speaker.volume = 4
    #expect(speaker.volume == 4)
  }
}

private struct Station: Injectable, Sendable, Equatable {
  var name: String
  static let defaultValue = Station(name: "default")
}

private protocol Codec {
  var name: String { get }
}

private struct Plain: Codec {
  let name = "plain"
}

private struct Fancy: Codec {
  let name = "fancy"
}

private final class Cable {}

private struct Listen: Effect {
  @InjectedForEffect var station: Station
  func runEffect() async throws -> String { station.name }
}

private final class House: Scope {
  enum When { case nothing }
  @Inject var cable = Cable()
  @Subscope var radio = Radio()
  func update(_ when: When) throws {}
}

private final class Radio: Scope {
  enum When { case nothing }
  @Inject var station = Station(name: "given")
  @Subscope var speaker: Speaker

  init(speaker: Speaker = Speaker()) {
    _speaker = Subscope(wrappedValue: speaker)
  }

  func update(_ when: When) throws {}
}

private final class Speaker: Scope {
  enum When {
    case listen
    case heard(String)
  }

  @Injected var station: Station
  @Injected(default: 5) var volume
  @Injected(default: Cable()) var cable
  @Injected(default: Plain()) var codec: any Codec
  private(set) var heard = ""
  private var waiting: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .listen:
      effectsState.enqueue(Listen().map(When.heard))
    case .heard(let name):
      heard = name
      waiting?.resume()
    }
  }

  @MainActor func listen() async {
    await withCheckedContinuation {
      waiting = $0
      send(.listen)
    }
  }
}

private final class Cabin: Scope, CustomReflectable {
  enum When { case nothing }
  @Inject var station = Station(name: "cabin")
  @Subscope var radio = Radio()
  @Subscope var speaker = Speaker()
  var customMirror: Mirror { Mirror(self, children: []) }
  func update(_ when: When) throws {}
}
