import Foundation

/// An open file descriptor that its owner closes.
struct Descriptor: Sendable, Hashable {
  let number: Int32

  enum Reading {
    case bytes(ArraySlice<UInt8>)
    /// The call was interrupted, or another process consumed the bytes; there may be more later.
    case nothingYet
    /// The end of input, or a closed terminal, which is reported as an error.
    case end
  }

  var isTerminal: Bool { isatty(number) == 1 }

  var windowSize: TerminalSize? {
    var window = winsize()
    guard ioctl(number, .init(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  func read(into buffer: inout [UInt8]) -> Reading {
    let count = Foundation.read(number, &buffer, buffer.count)
    if count > 0 { return .bytes(buffer[..<count]) }
    return count < 0 && Self.isPassing(errno) ? .nothingYet : .end
  }

  /// Writes all bytes, in as many parts as the terminal accepts.
  func write(_ text: String) throws(TerminalError) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if count >= 0 {
        written += count
      } else if Self.isPassing(errno) {
        Self.wait(for: [number], Int16(POLLOUT))
      } else {
        throw .refused("write")
      }
    }
  }

  /// Waits until one of the descriptors is ready or broken, or the time is up.
  ///
  /// - Returns: For each descriptor, whether it is ready or broken; all false after a timeout.
  @discardableResult
  static func wait(for numbers: [Int32], _ events: Int16, milliseconds: Int32 = -1) -> [Bool] {
    var polled = numbers.map { pollfd(fd: $0, events: events, revents: 0) }
    while poll(&polled, nfds_t(polled.count), milliseconds) < 0, isPassing(errno) {}
    return polled.map { $0.revents != 0 }
  }

  private static func isPassing(_ code: Int32) -> Bool {
    code == EINTR || code == EAGAIN || code == EWOULDBLOCK
  }
}
