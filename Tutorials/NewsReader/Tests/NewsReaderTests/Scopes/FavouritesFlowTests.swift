import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

@Suite("Favourites", .flowSettings(.strict))
struct FavouritesFlowTests {
  private let unreadable = StorageError.unreadable(
    key: "favourites",
    place: "/f.json",
    reason: "permission is denied"
  )
  private let unwritable = StorageError.notSaved(
    keys: ["favourites"],
    place: "/f.json",
    reason: "the disk is full"
  )

  @Test func `marks are saved one after the other, each with all that is unsaved`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userStartedReading)
      .WHEN_EffectCompletes(FollowFavourites.self, with: ["oar", "bridge"])
      .THEN(\.ids, equals: ["oar", "bridge"])
      .THEN(\.isSettled, equals: true)
      .WHEN(.userToggled("ferry"))
      .AND(.userToggled("oar"))
      .THEN(\.ids, equals: ["ferry", "bridge"])
      .THEN(\.unsaved, equals: ["ferry": true, "oar": false])
      .THEN(\.isSaving, equals: true)
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true]))
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true, "oar": false]))
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry", "oar", "bridge"])
      .THEN(\.ids, equals: ["ferry", "bridge"])
      .THEN(\.isSaving, equals: true)
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry", "bridge"])
      .THEN(\.isSaving, equals: false)
      .THEN(\.unsaved, equals: [:])
      .THEN_NoEffects()
      .runTest()
  }

  @Test func `a mark before the store's first answer is preserved`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userStartedReading)
      .THEN_EnqueuedEffect(FollowFavourites())
      .WHEN(.userToggled("ferry"))
      .THEN(\.ids, equals: ["ferry"])
      .THEN(\.unsaved, equals: ["ferry": true])
      .THEN(\.isSaving, equals: true)
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true]))
      .WHEN_EffectCompletes(FollowFavourites.self, with: ["oar"])
      .THEN(\.ids, equals: ["ferry", "oar"])
      .THEN(\.isSettled, equals: true)
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry", "oar"])
      .THEN(\.isSaving, equals: false)
      .THEN(\.unsaved, equals: [:])
      .runTest()
  }

  @Test func `another window's marks are shown after the next save`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userToggled("ferry"))
      .THEN(\.ids, equals: ["ferry"])
      .THEN(\.unsaved, equals: ["ferry": true])
      .THEN(\.isSaving, equals: true)
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry", "oar"])
      .THEN(\.ids, equals: ["ferry", "oar"])
      .THEN(\.isSaving, equals: false)
      .THEN(\.unsaved, equals: [:])
      .runTest()
  }

  @Test func `a failing store is reported once, and tried again at the next mark`() throws {
    try NewsFeed.GIVEN { Sample.newsFeed().loaded() }
      .WITH(\.favourites)
      .WHEN(.userStartedReading)
      .FORK_EffectFails(FollowFavourites.self, with: unreadable) { [unreadable] sut in
        try sut
          .THEN(\.problem, equals: "Favourites: \(unreadable)")
          .THEN(\.isSettled, equals: true)
          .POP()
          .THEN(\.notice, equals: "Favourites: \(unreadable)")
      }
      .WHEN_EffectCompletes(FollowFavourites.self, with: ["oar"])
      .THEN(\.ids, equals: ["oar"])
      .THEN(\.isSettled, equals: true)
      .WHEN(.userToggled("ferry"))
      .THEN(\.ids, equals: ["ferry", "oar"])
      .THEN(\.unsaved, equals: ["ferry": true])
      .THEN(\.isSaving, equals: true)
      .WHEN_EffectFails(SaveFavourites.self, with: unwritable)
      .THEN(\.ids, equals: ["ferry", "oar"])
      .THEN(\.unsaved, equals: ["ferry": true])
      .THEN(\.isSaving, equals: false)
      .THEN(\.problem, equals: "Favourites: \(unwritable)")
      .POP()
      .THEN(\.notice, equals: "Favourites: \(unwritable)")
      .WITH(\.favourites)
      .WHEN(.userToggled("bridge"))
      .THEN(\.ids, equals: ["ferry", "oar", "bridge"])
      .THEN(\.unsaved, equals: ["ferry": true, "bridge": true])
      .THEN(\.isSaving, equals: true)
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true, "bridge": true]))
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry", "oar", "bridge"])
      .THEN(\.problem, equals: nil)
      .THEN(\.isSaving, equals: false)
      .THEN(\.unsaved, equals: [:])
      .POP()
      .WHEN(.userSawNotice)
      .THEN(\.notice, equals: nil)
      .runTest()
  }

  @Test func `another reader's changes are shown, and unsaved ones are preserved`() throws {
    try Favourites.GIVEN { Favourites() }
      .WHEN(.userStartedReading)
      .WHEN_StreamYields(FollowFavourites.self, ["oar"])
      .THEN(\.ids, equals: ["oar"])
      .THEN(\.isSettled, equals: true)
      .WHEN(.userToggled("ferry"))
      .THEN(\.ids, equals: ["ferry", "oar"])
      .THEN(\.unsaved, equals: ["ferry": true])
      .THEN(\.isSaving, equals: true)
      .THEN_EnqueuedEffect(SaveFavourites(changes: ["ferry": true]))
      .WHEN_StreamYields(FollowFavourites.self, ["oar", "bridge"])
      .THEN(\.ids, equals: ["ferry", "oar", "bridge"])
      .WHEN_StreamYields(FollowFavourites.self, [])
      .THEN(\.ids, equals: ["ferry"])
      .WHEN_EffectCompletes(SaveFavourites.self, with: ["ferry"])
      .THEN(\.isSaving, equals: false)
      .THEN(\.unsaved, equals: [:])
      .THEN_EnqueuedEffect(FollowFavourites())
      .runTest(assertNoPendingEffects: false)
  }
}
