import Foundation
import Statoscope
import Testing

/// What errors of a storage say, word for word.
@Suite struct StorageErrorTests {
  @Test func `each error says what, where, and how to fix it`() {
    let errors: [(StorageError, String)] = [
      (
        .notEncodable(key: "ratio", type: "Double", reason: "no number"),
        #"the Double for "ratio" cannot be encoded, so the old value stays: no number"#
      ),
      (
        .wrongType(key: "count", type: "Int", place: "/f.json", reason: "a string"),
        """
        the value of "count" in /f.json is not of type Int, so the default is used: a string. Correct the stored value, or \
        write another one, which preserves the old value under another name.
        """
      ),
      (
        .damaged(key: "count", place: "/f.json", copiedTo: "f.json.damaged-1", reason: "it is empty"),
        """
        /f.json is damaged, so "count" has its default: it is empty. A copy is stored as f.json.damaged-1: \
        repair the copy and move it back, or continue with the defaults.
        """
      ),
      (
        .damaged(key: nil, place: "/f.json", copiedTo: nil, reason: "it is empty"),
        """
        /f.json is damaged: it is empty. It could not be copied, so it is not replaced either: free space on \
        its disk, or move it to another folder.
        """
      ),
      (
        .unreadable(key: "count", place: "/f.json", reason: "permission is denied"),
        #"/f.json cannot be read, so "count" has its default: permission is denied"#
      ),
      (
        .notSaved(keys: ["a", "b"], place: "/f.json", reason: "the disk is full"),
        """
        "a", "b" were not saved in /f.json: the disk is full. A value that was set stays in memory until the next \
        write; an update changed nothing, so repeat it.
        """
      ),
      (
        .locked(keys: ["a"], place: "/f.json", lock: "/.f.json.lock"),
        """
        "a" was not saved in /f.json: another process has locked /.f.json.lock for longer than this one waits. Find \
        that process with "lsof /.f.json.lock", and end it if it hangs. A value that was set stays in memory until \
        the next write; an update changed nothing, so repeat it.
        """
      ),
      (
        .overtaken(keys: ["a"], place: "memory"),
        """
        an update of memory was given up: "a" changed during each of its attempts. The closure of an update must write \
        with its argument, not to the storage itself.
        """
      ),
      (
        .notLoaded(keys: ["a", "b"], place: "the database"),
        """
        "a", "b" were not loaded from the database: until the value is there, properties show their defaults and cannot be \
        set. Call "try await storage.load(["a", "b"])" before a tree uses it.
        """
      ),
      (
        .notSent(keys: ["a"], place: "the database", reason: "it is offline"),
        """
        "a" was not sent to the database yet: it is offline. What was set stays in memory, and is sent again by itself.
        """
      ),
      (
        .tooManyUpdates(key: "a", place: "the store", limit: 10_000, since: Date(timeIntervalSince1970: 0)),
        """
        the update of "a" was refused: 10000 updates wait for the store, the oldest since \
        1970-01-01 00:00:00 +0000. Show that the store is away, as "storage.connection" reports it, and repeat the \
        update later.
        """
      ),
      (
        .needsTransaction(keys: ["a"], place: "the database"),
        """
        the update has read "a", which others may change in the database meanwhile. Use "try await \
        storage.transaction { … }", or "$property.update { … }" for one value.
        """
      ),
      (
        .unanswered(keys: ["a", "b"], place: "the database", reason: "it is offline"),
        """
        the transaction of "a", "b" was cancelled before the database had answered, so it may have been made: it is offline. \
        Load the values to find out.
        """
      ),
    ]
    for (error, text) in errors { #expect(error.description == text) }
  }
}
