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

  /// The system's words for one of its error numbers.
  static func text(ofError code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
