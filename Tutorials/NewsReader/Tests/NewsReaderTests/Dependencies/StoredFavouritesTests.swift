import Foundation
import NewsReader
import Statoscope
import Testing

@Suite("The favourites in a storage")
struct StoredFavouritesTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "newsfeed.json")
  }

  @Test func `there are none at first, and reading creates no file`() throws {
    #expect(StateStorage.file(file).snapshot(of: StoredFavourites.self).ids == [])
    #expect(try folder.names == [])
  }

  @Test func `favourites are stored in order`() throws {
    let storage = StateStorage.file(file)
    #expect(try storage.markFavourites(["b/ü": true, "a": true, "c": false]) == ["a", "b/ü"])
    #expect(try folder.read("newsfeed.json") == "{\n  \"favourites\" : [\"a\",\"b/ü\"]\n}\n")
    #expect(try storage.markFavourites(["a": false]) == ["b/ü"])
    #expect(StateStorage.file(file).snapshot(of: StoredFavourites.self).ids == ["b/ü"])
  }

  @Test func `two readers preserve each other's marks`() throws {
    let (one, other) = (StateStorage.file(file), StateStorage.file(file))
    try one.markFavourites(["mine": true])
    #expect(try other.markFavourites(["theirs": true]) == ["mine", "theirs"])
    #expect(try one.markFavourites(["theirs": false]) == ["mine"])
  }

  @Test @MainActor func `another reader's marks are shown`() async throws {
    let (one, other) = (StateStorage.file(file), StateStorage.file(file))
    let favourites = Favourites().injectObject(one)
    var changes = favourites.changes(of: \.ids).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == [])
    favourites.send(.userStartedReading)
    try other.markFavourites(["theirs": true])
    #expect(await changes.next(isolation: #isolation) == ["theirs"])
  }
}
