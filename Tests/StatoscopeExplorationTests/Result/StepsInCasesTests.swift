import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// The steps of a flow whose scopes are in cases.
@Suite("Exploration, steps in cases")
struct StepsInCasesTests {
  @Test func `steps in one case stand between one WITH and its POP`() throws {
    let found = try Gallery.EXPLORE { Gallery() }
      .EVENTS { $0.screen == nil ? [.open] : [] }
      .EFFECT(Upload.self, completesWith: [1])
      .REACHES("two pictures") { $0.album?.uploads.count == 2 }
      .run()
    let flow = try #require(found.flow(reaching: "two pictures"))
    #expect(
      flow.source == """
        // two pictures: reached after 3 steps.
        try Gallery.GIVEN { Gallery() }
          .WHEN(.open)
          .WITH(\\.screen, as: Album.self)
          .WHEN_EffectCompletes(\\.uploads, Upload.self, with: 1)
          .WHEN_EffectCompletes(\\.uploads, Upload.self, with: 1)
          .POP()
          .THEN("two pictures") { $0.album?.uploads.count == 2 }
          .runTest()
        """
    )
    let step = """
      .WITH(\\.screen, as: Album.self)
      .WHEN_EffectCompletes(\\.uploads, Upload.self, with: 1)
      .POP()
      """
    #expect(flow.steps == [".WHEN(.open)", step, step])
  }
}

private struct Upload: Effect, Hashable {
  func runEffect() async throws -> Int { 0 }
}

private final class Uploads: Scope {
  enum When: Sendable { case begin, uploaded(Int) }
  private(set) var count = 0

  func update(_ when: When) {
    switch when {
    case .begin: for _ in 1...2 { effectsState.enqueue(Upload().map(When.uploaded)) }
    case .uploaded(let number): count += number
    }
  }
}

private final class Album: Scope {
  enum When { case nothing }
  @Subscope var uploads = Uploads()

  func update(_ when: When) {}
}

private enum Screen: ScopeEnum {
  case album(Album)
}

private final class Gallery: Scope {
  enum When { case open }
  @Subscope var screen: Screen?

  var album: Album? { screen?.scope as? Album }

  func update(_ when: When) {
    let album = Album()
    screen = .album(album)
    album.uploads.send(.begin)
  }
}
