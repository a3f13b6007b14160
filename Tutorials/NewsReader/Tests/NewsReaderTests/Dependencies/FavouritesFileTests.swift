import Foundation
import NewsReader
import Testing

@Suite("The favourites' file")
struct FavouritesFileTests {
  private let folder: TemporaryFolder
  private let store: FavouritesStore

  init() throws {
    folder = try TemporaryFolder()
    store = .file(in: folder.url.appending(path: "deep/er"))
  }

  @Test func `there are none at first, and reading makes no file`() async throws {
    #expect(try await store.load() == [])
    #expect(try folder.names == [])
  }

  @Test func `what is saved is there again`() async throws {
    #expect(try await store.save(["a": true, "b/ü": true, "c": false]).ids == ["a", "b/ü"])
    #expect(try await store.save(["a": false]).ids == ["b/ü"])
    #expect(try await store.load() == ["b/ü"])
  }

  @Test func `two windows do not undo each other's marks`() async throws {
    let other = FavouritesStore.file(in: folder.url.appending(path: "deep/er"))
    _ = try await store.save(["mine": true])
    #expect(try await other.save(["theirs": true]).ids == ["mine", "theirs"])
    #expect(try await store.load() == ["mine", "theirs"])
  }

  @Test(arguments: ["", "{", "[1, 2]", #"{"favourites": "a"}"#])
  func `a damaged file is left alone by reading, and moved aside by saving`(damage: String) async throws {
    let path = try folder.write(damage, to: "deep/er/favourites.json")
    await #expect(throws: FavouritesError.damaged(path: path)) { try await store.load() }
    #expect(try folder.read("deep/er/favourites.json") == damage)
    let saved = try await store.save(["a": true])
    #expect(saved.ids == ["a"])
    #expect(saved.notice == "The damaged favourites were kept as 'favourites-damaged.json'.")
    #expect(try folder.read("deep/er/favourites-damaged.json") == damage)
    #expect(try await store.load() == ["a"])
  }

  @Test func `an earlier damaged file is not replaced by a later one`() async throws {
    for damage in ["one", "two"] {
      _ = try folder.write(damage, to: "deep/er/favourites.json")
      _ = try await store.save(["a": true])
    }
    #expect(try folder.read("deep/er/favourites-damaged.json") == "one")
    #expect(try folder.read("deep/er/favourites-damaged-2.json") == "two")
  }

  @Test func `what cannot be read is not replaced`() async throws {
    let path = folder.url.appending(path: "deep/er/favourites.json").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    await #expect(throws: FavouritesError.unreadable(path: path, reason: "it is a folder")) {
      try await store.save(["a": true])
    }
  }

  @Test func `a folder that cannot be made is told in one line`() async throws {
    let path = try folder.write("", to: "deep")
    await #expect(throws: FavouritesError.self) { try await store.save(["a": true]) }
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
