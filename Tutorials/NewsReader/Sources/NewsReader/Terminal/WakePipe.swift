import Foundation

/// A pipe from the program to itself, with which a thread that waits for input can be woken.
///
/// Both ends close with the last owner, so that nothing is written to a descriptor that was reused for
/// another file.
final class WakePipe: Sendable {
  let readEnd: Descriptor
  let writeEnd: Descriptor

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .refused("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = Descriptor(number: ends[0])
    writeEnd = Descriptor(number: ends[1])
    // A signal handler writes here; if the pipe is full, the reader wakes anyway.
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
