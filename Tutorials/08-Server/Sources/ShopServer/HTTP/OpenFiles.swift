import Foundation

/// The files and connections that the system lets a process open.
package enum OpenFiles {
  /// Files besides connections: the database, and those of libraries.
  private static let others = 128

  /// Raises the limit as far as the process may, as servers do: where it is 1,024, a thousand windows would reach it.
  ///
  /// - Returns: how many connections that leaves room for.
  package static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return 512 }
    // macOS refuses more than this, whatever the limit says.
    limit.rlim_cur = min(limit.rlim_max, 10_240 * 16)
    if setrlimit(files, &limit) != 0 { _ = getrlimit(files, &limit) }
    return max(Int(clamping: limit.rlim_cur) - others, 1)
  }

  #if canImport(Glibc)
    private static var files: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var files: Int32 { RLIMIT_NOFILE }
  #endif
}
