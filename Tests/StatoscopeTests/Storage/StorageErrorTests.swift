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
        "count" in /f.json is no Int, so the default is used: a string. Correct it there, or write another value: \
        a copy of the old one is kept.
        """
      ),
      (
        .damaged(key: "count", place: "/f.json", copiedTo: "f.json.damaged-1", reason: "it is empty"),
        """
        /f.json is damaged, so "count" has its default: it is empty. It is kept as f.json.damaged-1; repair that \
        and move it back, or continue with the defaults.
        """
      ),
      (
        .damaged(key: nil, place: "/f.json", copiedTo: nil, reason: "it is empty"),
        """
        /f.json is damaged: it is empty. It could not be copied, so nothing replaces it: make room in its \
        folder, or move it away.
        """
      ),
      (
        .unreadable(key: "count", place: "/f.json", reason: "permission is denied"),
        #"/f.json cannot be read, so "count" has its default: permission is denied"#
      ),
      (
        .notSaved(keys: ["a", "b"], place: "/f.json", reason: "the disk is full"),
        """
        "a", "b" were not saved in /f.json: the disk is full. What was set is kept in memory until the next write; \
        an update changed nothing, so make it again.
        """
      ),
      (
        .locked(keys: ["a"], place: "/f.json", lock: "/.f.json.lock"),
        """
        "a" was not saved in /f.json: another process has kept /.f.json.lock locked all the time that this one \
        waited. Find it with "lsof /.f.json.lock", and end it if it hangs. What was set is kept in memory until the \
        next write; an update changed nothing, so make it again.
        """
      ),
      (
        .overtaken(keys: ["a"], place: "memory"),
        """
        an update of memory was given up: "a" changed each time while it ran. Do not write to the same storage from \
        inside of update; use what it is given.
        """
      ),
    ]
    for (error, text) in errors { #expect(error.description == text) }
  }
}
