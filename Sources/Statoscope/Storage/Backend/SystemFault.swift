import Foundation

/// The reason for which the system refused an operation, as a text for people.
package struct SystemFault: Error, CustomStringConvertible {
  package let description: String

  /// The system's error number, if there is one.
  let code: Int32?

  init(reason: String) {
    description = reason
    code = nil
  }

  /// Creates a fault from the error number in an error of Foundation.
  init(_ error: any Error) {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let cause, cause.domain == NSPOSIXErrorDomain else {
      self.init(reason: "\(error)")
      return
    }
    self.init(Int32(truncatingIfNeeded: cause.code))
  }

  /// Creates a fault from one of the system's error numbers.
  package init(_ code: Int32) {
    self.code = code
    description =
      switch code {
      case ENOENT: "its folder does not exist; make it first"
      case ENOTDIR: "a file is in the way of its folder"
      case EACCES, EPERM: "permission is denied by its folder or the file itself"
      case EROFS: "the disk can only be read"
      case ENOSPC, EDQUOT: "the disk is full"
      case EFBIG: "it would be larger than files may be here"
      case EMFILE, ENFILE: "too many files are open or observed"
      case ELOOP: "symbolic links lead to it in a circle"
      default: SystemCalls.text(ofError: code)
      }
  }
}
