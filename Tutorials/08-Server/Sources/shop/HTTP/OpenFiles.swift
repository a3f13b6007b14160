import Foundation

/// The files and connections that the system lets a process open.
enum OpenFiles {
  /// Raises the limit as far as the process may, as servers do: where it is 1,024, a thousand windows would reach it.
  ///
  /// - Returns: how many connections that leaves room for, besides the database and what libraries open.
  static func raiseLimit() -> Int {
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return 512 }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    if setrlimit(files, &limit) != 0 { _ = getrlimit(files, &limit) }
    return max(Int(clamping: limit.rlim_cur) - 128, 1)
  }
}
