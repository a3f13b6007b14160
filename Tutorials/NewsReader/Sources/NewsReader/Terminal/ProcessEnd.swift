import Foundation

/// The end of the process.
public enum ProcessEnd {
  /// Ends the process with an exit code, or by a signal if the code is 128 and the number of SIGTERM or SIGHUP.
  ///
  /// A shell shows the same code for both. But only a process that a signal has ended tells a script, or a
  /// service manager, that it did not end by itself.
  public static func leave(code: Int32) -> Never {
    let number = code - 128
    if [SIGTERM, SIGHUP].contains(number) {
      _ = signal(number, SIG_DFL)
      SignalRelay.unblock([number])
      raise(number)
    }
    exit(code)
  }
}
