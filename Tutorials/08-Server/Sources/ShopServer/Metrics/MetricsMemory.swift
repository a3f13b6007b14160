import Metrics
import Synchronization

/// Keeps metrics in memory, and prints them in the text format of Prometheus, version 0.0.4.
///
/// A deployment may put another `MetricsFactory` in its place, such as one that pushes to a collector.
package final class MetricsMemory: MetricsFactory {
  /// The type of a metric, by the name that Prometheus has for it.
  private enum Kind: String {
    case counter, gauge, summary
  }

  private struct Name: Hashable, Comparable {
    let metric: String
    /// The labels between braces, or nothing.
    let labels: String

    static func < (one: Name, other: Name) -> Bool {
      (one.metric, one.labels) < (other.metric, other.labels)
    }
  }

  /// One number, or the sum of some and how many they are.
  private final class Number: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    let name: Name
    let kind: Kind
    private let value = Mutex((sum: 0.0, count: 0))

    init(name: Name, kind: Kind) {
      (self.name, self.kind) = (name, kind)
    }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0.sum += amount } }
    func decrement(by amount: Double) { value.withLock { $0.sum -= amount } }
    func reset() { value.withLock { $0 = (0, 0) } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0.sum = value } }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
      guard kind == .summary else { return set(value) }
      self.value.withLock { $0 = ($0.sum + value, $0.count + 1) }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    var text: String {
      let (sum, count) = value.withLock { $0 }
      guard kind == .summary else { return "\(name.metric)\(name.labels) \(sum)\n" }
      return """
        \(name.metric)_sum\(name.labels) \(sum)
        \(name.metric)_count\(name.labels) \(count)

        """
    }
  }

  private let numbers = Mutex<[Name: Number]>([:])

  package init() {}

  /// All metrics, each with its type.
  package var text: String {
    var (text, metric) = ("", "")
    for number in numbers.withLock({ Array($0.values) }).sorted(by: { $0.name < $1.name }) {
      if number.name.metric != metric {
        metric = number.name.metric
        text += "# TYPE \(metric) \(number.kind.rawValue)\n"
      }
      text += number.text
    }
    return text
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    number(label, dimensions, .counter)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    number(label, dimensions, .gauge)
  }

  package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
    -> any RecorderHandler
  {
    number(label, dimensions, aggregate ? .summary : .gauge)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    number(label + "_seconds", dimensions, .summary)
  }

  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  private func number(_ label: String, _ dimensions: [(String, String)], _ kind: Kind) -> Number {
    let labels = dimensions.map { "\(plain($0.0))=\"\(escaped($0.1))\"" }.joined(separator: ",")
    let name = Name(metric: plain(label), labels: labels.isEmpty ? "" : "{\(labels)}")
    return numbers.withLock { numbers in
      if let known = numbers[name] { return known }
      let number = Number(name: name, kind: kind)
      numbers[name] = number
      return number
    }
  }

  /// A name that Prometheus accepts: swift-metrics puts dots into those of metrics and labels alike.
  private func plain(_ name: String) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return plain.first?.isNumber == false ? String(plain) : "_" + String(plain)
  }

  private func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n", "\r\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}
