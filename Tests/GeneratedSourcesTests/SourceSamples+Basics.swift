import Foundation

// Numbers, texts, optionals, collections and ranges.

extension SourceSamples {
  mutating func addNumbers() {
    add("Bool", true)
    add("Int", Int.min)
    add("Int", -1)
    add("Int8", Int8.min)
    add("Int16", Int16.max)
    add("Int32", Int32.min)
    add("Int64", Int64.max)
    add("UInt", UInt.max)
    add("UInt8", UInt8.max)
    add("UInt16", UInt16.max)
    add("UInt32", UInt32.max)
    add("UInt64", UInt64.max)
    add("Int128", Int128.min)
    add("UInt128", UInt128.max)
    add("Float", Float(0.1))
    add("Float", Float.leastNonzeroMagnitude)
    add("Float", Float.nan) { $0.isNaN && $1.isNaN }
    add("Double", 0.1 + 0.2)
    add("Double", 1e300)
    add("Double", Double.leastNonzeroMagnitude)
    add("Double", -0.0) { $0.bitPattern == $1.bitPattern }
    add("Double", Double.nan) { $0.isNaN && $1.isNaN }
    add("Double", -Double.infinity)
    add("CGFloat", CGFloat(0.5))
    add("SIMD2<Int>", SIMD2(1, 2), .any)
    add("(Double, Float)", (Double.nan, Float.infinity)) { $0.0.isNaN && $1.0.isNaN && $0.1 == $1.1 }
  }

  mutating func addTexts() {
    add("String", "")
    add("String", "\"\\\n\t\r\0\u{1B}\u{202E}\u{2028}\\(x)#\"##")
    // Canonically equivalent texts are equal, and are not the same.
    add("String", "e\u{301}\u{212B}") { Array($0.unicodeScalars) == Array($1.unicodeScalars) }
    add("String", "👨‍👩‍👧🇪🇺\u{FEFF}\u{200D}") { Array($0.unicodeScalars) == Array($1.unicodeScalars) }
    add("String", "a */ b /* c // d")
    add("Substring", "abc"[...].dropFirst())
    add("Character", Character("é"))
    add("Character", Character("\n"))
    add("Character", Character("\r\n"))
    add("Character", Character("🇪🇺"))
    add("Unicode.Scalar", Unicode.Scalar("a"))
    add("Unicode.Scalar", Unicode.Scalar("\n"))
    add("[Character]", Array("añb"))
    add("String.UnicodeScalarView", "aé".unicodeScalars, .any) { String($0) == String($1) }
    add("String.UTF8View", "aé".utf8, .any) { String($0) == String($1) }
    add("String.Index", "abc".index("abc".startIndex, offsetBy: 1), .any)
    add("StaticString", StaticString("static"), .any) { $0.description == $1.description }
  }

  mutating func addOptionals() {
    add("Int?", Optional(3))
    add("Int?", Int?.none)
    add("Int??", Int??.some(.none))
    add("Int??", Int??.none)
    add("Int??", Int??.some(.some(3)))
    add("Int???", Int???.some(.some(.none)))
    add("[Int?]", [1, nil] as [Int?])
    add("[Int??]", [.some(.none), .none, 3] as [Int??])
    add("[String: Int?]", ["a": nil, "b": 2] as [String: Int?])
    add("String?", Optional("nil"))
    add("Suit?", Optional(Suit.hearts))
    add("Level?", Optional(Level.none))
    add("Level?", Level?.none)
    add("Void?", Optional(())) { ($0 == nil) == ($1 == nil) }
    add("(Int?, Int??)", (Int?.none, Int??.some(.none))) { $0.0 == $1.0 && $0.1 == $1.1 }
  }

  mutating func addCollections() {
    let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    add("[Int]", [1, 2])
    add("[Int]", [Int]())
    add("[[Int]]", [[1], []])
    add("ArraySlice<Int>", [1, 2, 3][1...])
    add("ContiguousArray<String>", ["a"] as ContiguousArray)
    add("Set<Int>", [3, 1, 2] as Set<Int>)
    add("Set<Int>", Set<Int>())
    add("Set<UUID>", [id] as Set<UUID>)
    add("Set<Suit>", [.hearts, .spades] as Set<Suit>)
    add("[String: Int]", ["b": 2, "a": 1])
    add("[String: Int]", [String: Int]())
    add("[Int: [String]]", [1: ["a"], 2: []])
    add("[UUID: Int]", [id: 1])
    add("[Date: Int]", [date: 1])
    add("[URL: Int]", [URL(fileURLWithPath: "/a b/ü"): 1])
    add("[Data: Int]", [Data([1]): 1])
    add("[Decimal: Int]", [Decimal(1) / 3: 1])
    add("[Duration: Int]", [Duration.milliseconds(1): 1])
    add("[Suit: Int]", [Suit.hearts: 1])
    add("[Token: Suit]", [Token(text: "a"): Suit.spades])
    add("[Set<Int>: Int]", [[1, 2] as Set<Int>: 1])
    add("[Character: Unicode.Scalar]", ["a": "b"] as [Character: Unicode.Scalar])
    add("[Int?: Int]", [nil: 1, 2: 2] as [Int?: Int])
    add("[Double: Int]", [0.5: 1])
    add("[AnyHashable: Int]", [AnyHashable("a"): 1, AnyHashable(2): 2])
    let pairs: KeyValuePairs<String, Int> = ["b": 1, "a": 2]
    add("KeyValuePairs<String, Int>", pairs, .any) { "\($0)" == "\($1)" }
    add("CollectionOfOne<Int>", CollectionOfOne(3), .any) { $0.first == $1.first }
    add("EmptyCollection<Int>", EmptyCollection<Int>(), .any)
    add("Repeated<Int>", repeatElement(3, count: 2), .any) { Array($0) == Array($1) }
    add("ReversedCollection<[Int]>", [1, 2].reversed(), .any) { Array($0) == Array($1) }
    let tuples: [(Int, name: String)] = [(1, name: "a")]
    add("[(Int, name: String)]", tuples) { "\($0)" == "\($1)" }
  }

  mutating func addRanges() {
    add("Range<Int>", 1..<3)
    add("ClosedRange<Int>", -3 ... -1)
    add("Range<Double>", (0.5 as Double)..<1)
    add("ClosedRange<Character>", Character("a")...Character("z"))
    add("ClosedRange<String>", "\"a"..."z")
    add("Range<Date>", Date(timeIntervalSinceReferenceDate: 0)..<Date(timeIntervalSinceReferenceDate: 1))
    add("PartialRangeFrom<Int>", 3...) { $0.lowerBound == $1.lowerBound }
    add("PartialRangeUpTo<Int>", ..<(-3)) { $0.upperBound == $1.upperBound }
    add("PartialRangeThrough<Double>", ...(0.5 as Double)) { $0.upperBound == $1.upperBound }
    add("[Range<Int>: String]", [1..<3: "a"])
    add("StrideTo<Int>", stride(from: 1, to: 9, by: 3), .any) { Array($0) == Array($1) }
    add("NSRange", NSRange(location: 1, length: 2), .any)
    add("IndexSet", IndexSet([1, 2, 3, 7]))
    add("IndexSet", IndexSet())
    add("IndexPath", IndexPath(indexes: [1, 2, 3]))
  }
}
