import Foundation
import Testing

/// Both ends of a terminal without a window: the test types and reads at the master, the program sits at the slave.
struct PseudoTerminal: ~Copyable {
  let slave: Int32
  private var master: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let isOpen = ends.withUnsafeMutableBufferPointer { openpty(&$0[0], &$0[1], nil, nil, nil) == 0 }
    // Another test's child process would keep the window open after `hangUp()`.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (master, slave) = (ends[0], ends[1])
    try #require(isOpen)
  }

  deinit {
    if master >= 0 { close(master) }
    close(slave)
  }

  /// The window closes.
  mutating func hangUp() {
    close(master)
    master = -1
  }

  func resize(columns: UInt16, rows: UInt16) throws {
    var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, .init(TIOCSWINSZ), &window) == 0)
  }

  func type(_ bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    try #require(write(master, bytes, bytes.count) == bytes.count)
  }

  /// What the program has written, up to and including `mark`; a failure if the mark does not come.
  func output(upTo mark: String) -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8) {
      var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      guard poll(&polled, 1, 20_000) == 1, read(master, &byte, 1) == 1 else {
        Issue.record("the output ended without \(mark.debugDescription)")
        break
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A terminal's settings, without the padding that lies between them in memory.
struct TerminalSettings: Equatable {
  private let flags: [tcflag_t]
  private let speeds: [speed_t]
  private let controls: [UInt8]

  init(of descriptor: Int32) throws {
    var settings = termios()
    try #require(tcgetattr(descriptor, &settings) == 0)
    flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    speeds = [cfgetispeed(&settings), cfgetospeed(&settings)]
    controls = withUnsafeBytes(of: settings.c_cc, Array.init)
  }

  /// Whether keys reach the program at once, unseen, and Ctrl-C as a byte.
  var areRaw: Bool { flags[3] & tcflag_t(ICANON | ECHO | ISIG) == 0 }

  /// Settings no terminal starts with, so that giving back mere defaults would be noticed.
  static func makePeculiar(_ descriptor: Int32) throws {
    var settings = termios()
    try #require(tcgetattr(descriptor, &settings) == 0)
    settings.c_lflag &= ~tcflag_t(ECHOE)
    settings.c_iflag |= tcflag_t(IXANY)
    settings.c_cc.3 = 0x05
    try #require(tcsetattr(descriptor, TCSANOW, &settings) == 0)
  }
}
