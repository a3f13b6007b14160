import Metrics
import Synchronization

/// Keeps metrics in memory, and prints them in the format that Prometheus reads.
///
/// A deployment puts another `MetricsFactory` in its place, such as one that pushes to a collector.
package final class MetricsMemory: MetricsFactory {
  /// One number, with its label and dimensions as its name.
  private final class Number: CounterHandler, RecorderHandler, TimerHandler {
    let name: String
    private let isSum: Bool
    private let value = Mutex(0.0)
    private let count = Atomic(0)

    init(name: String, isSum: Bool) {
      self.name = name
      self.isSum = isSum
    }

    func increment(by amount: Int64) { value.withLock { $0 += Double(amount) } }
    func reset() { value.withLock { $0 = 0 } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { self.value.withLock { $0 = isSum ? $0 + value : value } }

    func recordNanoseconds(_ duration: Int64) {
      count.add(1, ordering: .relaxed)
      value.withLock { $0 += Double(duration) / 1e9 }
    }

    var text: String {
      let count = count.load(ordering: .relaxed)
      let value = value.withLock { $0 }
      guard count > 0 else { return "\(name) \(value)\n" }
      return "\(named("_seconds_sum")) \(value)\n\(named("_seconds_count")) \(count)\n"
    }

    /// The name with an ending before its dimensions.
    private func named(_ ending: String) -> String {
      let parts = name.split(separator: "{", maxSplits: 1)
      return "\(parts[0])\(ending)" + (parts.count > 1 ? "{\(parts[1])" : "")
    }
  }

  private let numbers = Mutex<[String: Number]>([:])

  package init() {}

  /// All metrics, one a line.
  package var text: String {
    numbers.withLock { Array($0.values) }.sorted { $0.name < $1.name }.map(\.text).joined()
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    number(label, dimensions)
  }

  package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    number(label, dimensions, isSum: aggregate)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    number(label, dimensions)
  }

  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  private func number(_ label: String, _ dimensions: [(String, String)], isSum: Bool = false) -> Number {
    let plain = String(label.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let labels = dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    let name = labels.isEmpty ? plain : "\(plain){\(labels)}"
    return numbers.withLock { numbers in
      if let known = numbers[name] { return known }
      let number = Number(name: name, isSum: isSum)
      numbers[name] = number
      return number
    }
  }
}
