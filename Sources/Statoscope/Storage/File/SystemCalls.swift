import Foundation

/// The system calls that Foundation has no form of, each with values in and values out.
///
/// This is the only file of the storage with anything `unsafe`. Every use is of one kind: a C function that reads a
/// string, or fills a structure, before it returns, and keeps no pointer to either. Swift keeps both alive, and
/// where they are, until then.
enum SystemCalls {
  /// Opens a file; the handle closes it.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(FileFault) -> FileHandle {
    let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFault(errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The status of the file that a path names, or nil when it names none.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// The status of an open file.
  static func status(_ file: FileHandle) -> stat? {
    var status = stat()
    return unsafe fstat(file.fileDescriptor, &status) == 0 ? status : nil
  }

  /// Gives a file another name, in place of the file that has it.
  static func rename(_ old: String, to new: String) throws(FileFault) {
    guard unsafe Foundation.rename(old, new) == 0 else { throw FileFault(errno) }
  }

  /// Gives a file one more name, unless another file has it.
  static func link(_ old: String, to new: String) throws(FileFault) {
    guard unsafe Foundation.link(old, new) == 0 else { throw FileFault(errno) }
  }

  /// Removes a name, if it is there.
  static func unlink(_ path: String) {
    _ = unsafe Foundation.unlink(path)
  }

  #if canImport(Glibc) || canImport(Musl)
    /// Has a folder watched.
    ///
    /// - Returns: the number that its events have.
    static func addWatch(_ queue: Int32, _ folder: String, _ events: Int32) throws(FileFault) -> Int32 {
      let number = unsafe inotify_add_watch(queue, folder, UInt32(bitPattern: events))
      guard number >= 0 else { throw FileFault(errno) }
      return number
    }

    /// Waits for bytes, and reads at most as many as there is room for.
    static func read(_ file: Int32, into bytes: inout [UInt8]) -> Int {
      unsafe Foundation.read(file, &bytes, bytes.count)
    }
  #endif

  /// The objects that a property list was encoded from.
  static func propertyList(_ data: Data) throws -> Any {
    unsafe try PropertyListSerialization.propertyList(from: data, format: nil)
  }

  /// The system's text for one of its error numbers.
  static func text(ofError code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
