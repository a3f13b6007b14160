import Foundation
import GRDB
import ShopDomain
import ShopStore
import ShopTestSupport
import Testing

@Suite struct StoreVersionTests {
  @Test func `names of sessions leave a former database, and their values stay`() throws {
    let folder = try TemporaryFolder()
    let (file, session) = (folder.file(), SessionID.random())
    let former = [
      "stock": "1", "session/\(session.text)/cart": "2", "session/\(session.text)/orders": "3",
      "session/short/cart": "4",
    ]
    try DatabaseQueue(path: file.path).write { database in
      try database.execute(
        sql: "CREATE TABLE state (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
      )
      for (key, value) in former {
        try database.execute(sql: "INSERT INTO state VALUES (?, ?)", arguments: [key, Data(value.utf8)])
      }
    }
    // The second time, there is nothing to do.
    for _ in 1...2 {
      let backend = try SQLiteBackend(file: file)
      #expect(
        try backend.values(withPrefix: "").mapValues { String(decoding: $0, as: UTF8.self) } == [
          "stock": "1", StoredKey.cart(of: session): "2", StoredKey.orders(of: session): "3",
          "session/short/cart": "4",
        ]
      )
    }
    for name in try folder.names {
      #expect(
        try !Data(contentsOf: folder.file(name)).contains(session.text),
        "\(name) has the session's name"
      )
    }
  }

  @Test func `the digest of a session is its SHA-256`() throws {
    let session = try #require(SessionID("0123456789abcdef0123456789abcdef"))
    #expect(session.digest == "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9")
    #expect("\(session)" == "3eb1bd…")
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
