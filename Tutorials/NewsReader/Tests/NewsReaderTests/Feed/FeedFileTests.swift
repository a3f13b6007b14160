import Foundation
import NewsReader
import Testing

@Suite("Loading a feed from a file")
struct FeedFileTests {
  /// A folder of its own for each test, taken away afterwards.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func failure(_ path: String) async -> FeedError? {
    do {
      _ = try await FeedLoader.load(.file(path: path))
      return nil
    } catch {
      return error as? FeedError
    }
  }

  @Test
  func `a file is read as it is, up to 16 MiB exactly`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "feed.xml")
      for size in [0, 5, 16 * 1024 * 1024] {
        try Data(repeating: 7, count: size).write(to: path)
        #expect(try await FeedLoader.load(.file(path: path.path)) == Data(repeating: 7, count: size))
      }
      try Data(repeating: 7, count: 16 * 1024 * 1024 + 1).write(to: path)
      let tooLarge = FeedError.tooLarge(source: .file(path: path.path), limitBytes: 16 * 1024 * 1024)
      #expect(await failure(path.path) == tooLarge)
    }
  }

  @Test(arguments: ["/no/such/feed.xml", "/dev/null/feed.xml", "a\u{0}b"]
  )
  func `a missing file is named`(_ path: String) async {
    #expect(await failure(path) == .noSuchFile(path: path))
  }

  @Test
  func `a folder is not a feed`() async {
    #expect(await failure("/tmp") == .unreadableFile(path: "/tmp", reason: "it is a folder"))
  }

  @Test
  func `a pipe without a writer is refused at once`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      #expect(await failure(path) == .unreadableFile(path: path, reason: "it is a pipe"))
    }
  }

  @Test
  func `an endless file is too large`() async {
    let tooLarge = FeedError.tooLarge(source: .file(path: "/dev/zero"), limitBytes: 16 * 1024 * 1024)
    #expect(await failure("/dev/zero") == tooLarge)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `an unreadable file is an error that says so`() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "feed.xml").path
      try Data("x".utf8).write(to: URL(filePath: path))
      #expect(chmod(path, 0) == 0)
      #expect(await failure(path) == .unreadableFile(path: path, reason: "permission is denied"))
    }
  }
}
