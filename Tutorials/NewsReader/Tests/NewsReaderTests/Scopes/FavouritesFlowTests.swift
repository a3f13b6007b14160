import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

@Suite("Favourites")
struct FavouritesFlowTests {
  private let unreadable = FavouritesError.unreadable(path: "/data/f.json", reason: "permission is denied")
  private let unwritable = FavouritesError.unwritable(path: "/data/f.json", reason: "the disk is full")

  @Test func `marks are saved one after the other, each with all that is unsaved`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userStartedReading)
      .WHEN_EffectCompletes(LoadFavourites.self, with: ["oar", "bridge"])
      .THEN(\.ids, equals: ["oar", "bridge"])
      .WHEN(.userToggled("ferry"))
      .AND(.userToggled("oar"))
      .THEN(\.ids, equals: ["ferry", "bridge"])
      .THEN(\.isSaving, equals: true)
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true]))
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true, "oar": false]))
      .WHEN_EffectCompletes(SaveFavourites.self, with: SavedFavourites(ids: ["ferry", "oar", "bridge"]))
      .THEN(\.ids, equals: ["ferry", "bridge"])
      .THEN(\.isSaving, equals: true)
      .WHEN_EffectCompletes(SaveFavourites.self, with: SavedFavourites(ids: ["ferry", "bridge"]))
      .THEN(\.isSaving, equals: false)
      .THEN(\.unsaved, equals: [:])
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a mark that comes before the store has answered is kept`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userStartedReading)
      .WHEN(.userToggled("ferry"))
      .WHEN_EffectCompletes(LoadFavourites.self, with: ["oar"])
      .THEN(\.ids, equals: ["ferry", "oar"])
      .runTest()
  }

  @Test func `what another window has marked meanwhile shows after the next save`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userToggled("ferry"))
      .WHEN_EffectCompletes(SaveFavourites.self, with: SavedFavourites(ids: ["ferry", "oar"]))
      .THEN(\.ids, equals: ["ferry", "oar"])
      .runTest()
  }

  @Test func `a store that refuses is reported once, and tried again with the next mark`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.favourites)
      .WHEN(.userStartedReading)
      .FORK_EffectFails(LoadFavourites.self, with: unreadable) { [unreadable] sut in
        try sut
          .THEN(\.problem, equals: unreadable.description)
          .THEN(\.isSettled, equals: true)
          .THEN(\.feed?.notice, equals: unreadable.description)
      }
      .WHEN_EffectCompletes(LoadFavourites.self, with: ["oar"])
      .WHEN(.userToggled("ferry"))
      .WHEN_EffectFails(SaveFavourites.self, with: unwritable)
      .THEN(\.ids, equals: ["ferry", "oar"])
      .THEN(\.unsaved, equals: ["ferry": true])
      .THEN(\.problem, equals: "Your favourites were not saved: the disk is full ('/data/f.json').")
      .THEN(\.feed?.notice, equals: "Your favourites were not saved: the disk is full ('/data/f.json').")
      .WHEN(.userToggled("bridge"))
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true, "bridge": true]))
      .WHEN_EffectCompletes(SaveFavourites.self, with: SavedFavourites(ids: ["ferry", "oar", "bridge"]))
      .THEN(\.problem, equals: nil)
      .POP()
      .WHEN(.userSawNotice)
      .THEN(\.notice, equals: nil)
      .runTest()
  }

  @Test func `a damaged file that was moved aside is told in one line`() throws {
    let saved = SavedFavourites(ids: ["ferry"], notice: "Moved aside.")
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.favourites)
      .WHEN(.userToggled("ferry"))
      .WHEN_EffectCompletes(SaveFavourites.self, with: saved)
      .POP()
      .THEN(\.notice, equals: "Moved aside.")
      .runTest()
  }
}
