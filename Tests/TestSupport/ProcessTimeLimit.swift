import Foundation

/// An end for the process of an exit test that would otherwise hang.
public enum ProcessTimeLimit {
  /// Ends this process with a signal unless it has ended within ten seconds.
  public static func begin() { alarm(10) }
}
