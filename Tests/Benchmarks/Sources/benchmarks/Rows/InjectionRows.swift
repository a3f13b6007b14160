import Statoscope

/// Rows about finding what was injected.
@MainActor func injectionRows() -> [Row] {
  let tower = Storey.tower(10)
  tower.top.injectObject(Plate(number: 7))
  let dictionary: [ObjectIdentifier: Any] = [ObjectIdentifier(Plate.self): Plate(number: 7)]
  let name = "@Injected found 10 levels up"
  return [
    Row(name, of: "one [ObjectIdentifier: Any] look-up", budget: 1.5, allocations: 0) { count in
      var sum = 0
      for _ in 0..<count { sum += lookUp(Plate.self, in: dictionary)?.number ?? 0 }
      precondition(sum == 7 * count)
    } subject: { count in
      var sum = 0
      for _ in 0..<count { sum += tower.bottom.plate.number }
      precondition(sum == 7 * count)
    }
  ]
}

@inline(never) private func lookUp<Value>(_ type: Value.Type, in dictionary: [ObjectIdentifier: Any])
  -> Value?
{
  dictionary[ObjectIdentifier(type)] as? Value
}
