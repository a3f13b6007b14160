// Conversions that end the process where `Int` has 32 bits, as on watchOS (arm64_32): of two that fit, the compiler takes
// the module's own, and warns. Compiled into each module of the library. What is meant is `Int64`, or
// `init(exactly:)`, `init(clamping:)` or `init(truncatingIfNeeded:)`.

extension Int {
  @available(*, deprecated, message: "traps for large numbers where Int has 32 bits")
  init(_ number: Int64) { self.init(truncatingIfNeeded: number) }

  @available(*, deprecated, message: "traps for large numbers where Int has 32 bits")
  init(_ number: UInt64) { self.init(truncatingIfNeeded: number) }

  @available(*, deprecated, message: "traps for large numbers where Int has 32 bits")
  init(_ number: Double) { self = 0 }
}

extension UInt {
  @available(*, deprecated, message: "traps for large numbers where UInt has 32 bits")
  init(_ number: Int64) { self.init(truncatingIfNeeded: number) }

  @available(*, deprecated, message: "traps for large numbers where UInt has 32 bits")
  init(_ number: UInt64) { self.init(truncatingIfNeeded: number) }

  @available(*, deprecated, message: "traps for large numbers where UInt has 32 bits")
  init(_ number: Double) { self = 0 }
}
