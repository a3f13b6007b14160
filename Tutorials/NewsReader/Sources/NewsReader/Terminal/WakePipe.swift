import Foundation

/// A pipe from the program to itself, which lets a thread that waits for input hear other news too.
///
/// Both ends close with the last owner, so that no one can write to a number that was given to another file.
final class WakePipe: Sendable {
  let readEnd: Descriptor
  let writeEnd: Descriptor

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .refused("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = Descriptor(number: ends[0])
    writeEnd = Descriptor(number: ends[1])
    // A signal handler writes here; full of news already, it can do without one more.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd.number)
    close(writeEnd.number)
  }

  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd.number, &byte, 1)
  }
}
