import Foundation

/// An end for the process of an exit test that would otherwise hang.
public enum ProcessTimeLimit {
  /// Ends this process with a signal unless it has ended within ten minutes: no test may depend on how busy the machine is.
  public static func begin() { alarm(600) }
}
