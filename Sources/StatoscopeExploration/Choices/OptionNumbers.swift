import Statoscope

/// The events or results that a source has listed, each with a number that they share if nothing tells them apart.
final class OptionNumbers<Option> {
  private(set) var options: [Option] = []
  private let keys = StateKeyMaker()
  private var numbers: [StateKey: Int] = [:]
  /// Indicates whether all of an option is one byte.
  private var areBytes = false
  /// The numbers of those that are one byte, by that.
  private var byteNumbers = [Int?](repeating: nil, count: 256)

  /// Complexity: amortized O(size of the option).
  func number(of option: Option) -> Int {
    // Of this very type: where it is a protocol's, events of two types may be the same byte.
    areBytes = areBytes || type(of: option as Any) == Option.self && keys.isByte(option)
    guard areBytes else { return keyedNumber(of: option) }
    let byte = keys.byte(of: option)
    if let known = byteNumbers[byte] { return known }
    let number = keyedNumber(of: option)
    byteNumbers[byte] = number
    return number
  }

  private func keyedNumber(of option: Option) -> Int {
    let key = keys.key(of: option)
    // The contents of an object may change, and hidden state may differ.
    guard key.isWhole, !key.hasObjects else { return add(option) }
    if let known = numbers[key] { return known }
    numbers[key] = options.count
    return add(option)
  }

  private func add(_ option: Option) -> Int {
    options.append(option)
    return options.count - 1
  }
}
