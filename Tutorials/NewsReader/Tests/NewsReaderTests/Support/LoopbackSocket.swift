import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A TCP socket on 127.0.0.1, with the few calls that ``LoopbackServer`` needs.
struct LoopbackSocket: Sendable, Equatable {
  private let descriptor: Int32

  /// Takes a port that is free.
  static func listening() throws -> LoopbackSocket {
    let socket = try refusing()
    guard listen(socket.descriptor, 16) == 0 else { throw Self.error }
    return socket
  }

  /// Binds a free port, and refuses all connections to it.
  static func refusing() throws -> LoopbackSocket {
    let socket = try LoopbackSocket()
    var address = Self.address(port: 0)
    let outcome = withSocketAddress(&address) { systemBind(socket.descriptor, $0, $1) }
    guard outcome == 0 else { throw Self.error }
    return socket
  }

  /// Connects and leaves at once.
  static func knock(at port: UInt16) {
    guard let socket = try? LoopbackSocket() else { return }
    var address = Self.address(port: port)
    _ = withSocketAddress(&address) { connect(socket.descriptor, $0, $1) }
    socket.close()
  }

  private init() throws {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Self.error }
    self.init(descriptor: descriptor)
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    // Another test's child process would keep the connection open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      // A client that has hung up must not end the test process.
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  var port: UInt16 {
    get throws {
      var address = Self.address(port: 0)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let outcome = Self.withSocketAddress(&address) { pointer, _ in getsockname(descriptor, pointer, &size) }
      guard outcome == 0 else { throw Self.error }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  /// The next visitor; `nil` when the socket is of no use any more.
  func accept() -> LoopbackSocket? {
    let visitor = systemAccept(descriptor, nil, nil)
    return visitor >= 0 ? LoopbackSocket(descriptor: visitor) : nil
  }

  /// What came in; `nil` when the other side has gone.
  func receive() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Sends everything, or what the other side takes before it goes.
  func send(_ data: Data) {
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = systemSend(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  func receiveUntilClosed() {
    while receive() != nil {}
  }

  /// Wakes all threads that read from it or write to it.
  func shutDown() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func close() {
    systemClose(descriptor)
  }

  private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withSocketAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
        body(rebound, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

// The system's functions, under names that the methods above do not hide.

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(descriptor, address, size)
}

private func systemAccept(
  _ descriptor: Int32,
  _ address: UnsafeMutablePointer<sockaddr>?,
  _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 {
  accept(descriptor, address, size)
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}

private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}
