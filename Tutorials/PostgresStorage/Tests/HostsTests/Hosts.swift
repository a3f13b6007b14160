import Foundation

/// The hosts that the script `hosts` has made, and what it does to them.
struct Hosts: Sendable {
  /// The script could not do something.
  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  /// The balancer's address, with its port.
  let address: String
  /// Of each product, at first.
  let stock: Int
  private let folder: URL

  /// Nil without the script, which runs the tests with these variables.
  init?() {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["HOSTS"], let address = environment["HOSTS_ADDRESS"],
      let stock = environment["HOSTS_STOCK"].flatMap({ Int($0) })
    else { return nil }
    (self.folder, self.address, self.stock) = (URL(filePath: folder), address, stock)
  }

  /// Asks the script for something, and returns what it says of it; one at a time.
  ///
  /// - Throws: ``Failure``.
  @discardableResult
  func perform(_ command: String) async throws -> String {
    let answer = try await Task.detached {
      try FileHandle(forWritingTo: folder.appending(path: "commands"))
        .write(contentsOf: Data("\(command)\n".utf8))
      let answers = try FileHandle(forReadingFrom: folder.appending(path: "answers"))
      var line = Data()
      while let byte = try answers.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
      return String(decoding: line, as: UTF8.self)
    }
    .value
    guard answer.hasPrefix("done ") else {
      throw Failure(errorDescription: "The script could not do “\(command)”: \(answer)")
    }
    return String(answer.dropFirst("done ".count))
  }
}

/// Something that is done to a host while visitors buy.
enum Fault: String, CaseIterable {
  case killNode = "kill-node 1"
  case failOver = "fail-over"
  case cutNode = "cut-node 2"
  case restartAll = "restart-all"
  case killBalancer = "kill-balancer"
  case killStandby = "kill-standby"
  case killAll = "kill-all"

  /// Faults with the pause before each: four of them spread over some time, or as many as a seed chooses.
  static func schedule(in time: Duration, seed: UInt64?) -> [(pause: Duration, fault: Fault)] {
    guard let seed else {
      return [
        (time * 0.12, .killNode), (time * 0.18, .failOver), (time * 0.18, .cutNode),
        (time * 0.1, .restartAll),
      ]
    }
    var (steps, sum, state): ([(Duration, Fault)], Duration, UInt64) = ([], .zero, seed)
    func next(below bound: UInt64) -> UInt64 {
      // The multiplier of Knuth's MMIX.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    while sum < time {
      let pause = Duration.milliseconds(500 + Int(next(below: 7_500)))
      steps.append((pause, allCases[Int(next(below: UInt64(allCases.count)))]))
      sum += pause
    }
    return steps
  }
}
