import Foundation

// This file is compiled into the tests, and again with the sources that they generate.

/// Values of every kind that has source, each with the type that it is declared with.
struct Samples {
  // Numbers
  let int = 3
  let negative = -3
  let smallest = Int.min
  let int8 = Int8.min
  let int16 = Int16(-3)
  let int32 = Int32(3)
  let int64 = Int64.max
  let uint = UInt.max
  let uint8 = UInt8(200)
  let uint16 = UInt16(3)
  let uint32 = UInt32.max
  let uint64 = UInt64.max
  let int128 = Int128.min
  let uint128 = UInt128.max
  let double = 2.5
  let wholeDouble = 2.0
  let tenth = 0.1
  let negativeZero = -0.0
  let largest = Double.greatestFiniteMagnitude
  let subnormal = Double.leastNonzeroMagnitude
  let nan = Double.nan
  let negativeNaN = -Double.nan
  let signalingNaN = Double.signalingNaN
  let payloadNaN = Double(nan: 7, signaling: false)
  let infinity = Double.infinity
  let negativeInfinity = -Double.infinity
  let seventeenDigits = 0.30000000000000004
  let float = Float(0.1)
  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    let half = Float16(0.1)
  #endif
  #if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
    let extended80 = Float80(2.5)
  #endif
  let floatNaN = Float.nan
  let floatInfinity = -Float.infinity
  let floatSubnormal = Float.leastNonzeroMagnitude
  let cgFloat = CGFloat(2.5)
  let duration = Duration.milliseconds(-2_500)
  // Texts
  let string = "a\n\"\\(x)\\ \u{0} \u{1B} \u{202E} 🪚 e\u{301}"
  let emptyString = ""
  let substring = "abc".dropFirst()
  let character = Character("é")
  let family = Character("👩‍👩‍👧")
  let quote = Character("\"")
  let lineBreak = Character("\r\n")
  let scalar = Unicode.Scalar("A")
  let combiningScalar = Unicode.Scalar(0x301 as UInt16) ?? "a"
  let flag = true
  let nothing: Void = ()
  // Optionals
  let none = Int?.none
  let some = Int?.some(3)
  let someUInt8 = UInt8?.some(3)
  let someNone = Int??.some(nil)
  let someSome = Int??.some(.some(3))
  let noneNone = Int??.none
  let threeDeep = Int???.some(.some(nil))
  let optionalCase = Fruit?.some(.none)
  let optionalResult = Result<Int, Broken>?.some(.success(3))
  let optionalList: [UInt8]?? = .some([1])
  // Collections
  let list = [1, 2]
  let emptyList = [Int]()
  let bytes: [UInt8] = [1, 2]
  let floats: [Float] = [1, 2.5]
  let optionals: [Int?] = [1, nil]
  let allNil: [Int?] = [nil]
  let nestedOptionals: [Int??] = [.some(nil), nil, 3]
  let lists: [[Int]] = [[], [1]]
  let characters: [Character] = ["a"]
  let mixed: [any Sendable] = [1, "a", UInt8(3), 2.5]
  let integersAsAny: [any Sendable] = [1, 2.0]
  let contiguous: ContiguousArray<Int> = [1]
  let set: Set<String> = ["b", "a"]
  let emptySet = Set<Int>()
  let byteSet: Set<UInt8> = [2, 1]
  let idSet: Set<UUID> = [sampleID]
  let dictionary = ["b": 2, "a": 1]
  let emptyDictionary = [String: Int]()
  let byIdentifier = [sampleID: 1]
  let byDate = [Date(timeIntervalSinceReferenceDate: 1.5): "a"]
  let byCase: [Fruit: [Fruit]] = [.apple: [.crate(of: 3)]]
  let byByte: [UInt8: Float] = [1: 2]
  let anyValues: [String: any Sendable] = ["a": 1, "b": "x", "c": UInt8(1)]
  let byAnyHashable: [AnyHashable: Int] = [1: 1, "a": 2]
  let hashable = AnyHashable(UInt8(3))
  let hashableCase = AnyHashable(Fruit.apple)
  let optionalValues: [String: Int?] = ["a": nil, "b": 1]
  let vector = SIMD3<Float>(1, 2, 3)
  let integerVector = SIMD2<Int>(1, -2)
  // Tuples and results
  let tuple = (1, "a")
  let labelled = (x: 1, y: UInt8(2))
  let tupleOfOptionals: (Int?, [Int]) = (nil, [])
  let nestedTuple = ((1, 2), z: 3)
  let success = Result<Int, any Error>.success(1)
  let failure = Result<Int, any Error>.failure(Broken())
  let typedFailure = Result<UInt8, Broken>.failure(Broken())
  let successVoid = Result<Void, any Error>.success(())
  let successByte = Result<UInt8, any Error>.success(3)
  let successNil = Result<Int?, any Error>.success(nil)
  // Ranges
  let range = 1..<3
  let negativeRange = -3..<(-1)
  let closedRange = 1...3
  let emptyRange = 3..<3
  let dates = Date(timeIntervalSinceReferenceDate: 0)..<Date(timeIntervalSinceReferenceDate: 1)
  let byteRange = UInt8(1)..<UInt8(3)
  let doubleRange = -1.5...2.5
  let textRange = "a"..."b"
  let from = 3...
  let upTo = ..<(-3)
  let through = ...UInt8(3)
  let ranges = [1..<2, 3..<4]
  // Dates and times
  let date = Date(timeIntervalSinceReferenceDate: 1.5)
  let dateNaN = Date(timeIntervalSinceReferenceDate: .nan)
  let distantPast = Date.distantPast
  let dateInterval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)
  let components = DateComponents(year: 2026, month: 11, day: 25)
  let zonedComponents = DateComponents(timeZone: TimeZone(identifier: "Europe/Berlin"), hour: 3, weekday: 2)
  let timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  let locale = Locale(identifier: "de_DE")
  let order = ComparisonResult.orderedAscending
  let sign = FloatingPointSign.minus
  // Identifiers and data
  let identifier = sampleID
  let data = Data([1, 2])
  let emptyData = Data()
  let longData = Data((0..<200).map { UInt8($0) })
  let decimal = Decimal(string: "-0.1") ?? 0
  let longDecimal = Decimal(string: "12345678901234567890123456789012345678") ?? 0
  let decimalNaN = Decimal.nan
  let url = sampleURL("https://a.b/c?d=e#f")
  let relativeURL = sampleURL("a/b?c")
  let basedURL = URL(string: "../x", relativeTo: sampleURL("https://a.b/c/")) ?? sampleURL("-")
  let fileURL = URL(fileURLWithPath: "/tmp/a b/")
  let encodedURL = sampleURL("https://a.b/%C3%A9%20")
  let queryItem = URLQueryItem(name: "a\"", value: nil)
  let urlComponents = URLComponents(string: "https://a.b/c?d=e") ?? URLComponents()
  let calendarIdentifier = Calendar.Identifier.gregorian
  let calendar = Calendar(identifier: .gregorian)
  // Indexes and geometry
  let indexSet = IndexSet([1, 2, 3, 7])
  let emptyIndexSet = IndexSet()
  let longIndexSet = IndexSet(integersIn: 0..<1_000_000)
  let indexPath = IndexPath(indexes: [1, 2])
  let emptyIndexPath = IndexPath()
  let nsRange = NSRange(location: 1, length: 2)
  let point = CGPoint(x: 1, y: -2.5)
  let size = CGSize(width: 0.1, height: 2)
  let rectangle = CGRect(x: 1, y: 2, width: -3, height: 4)
  let length = Measurement(value: 2.5, unit: UnitLength.kilometers)
  let temperature = Measurement(value: -3, unit: UnitTemperature.celsius)
  let ownUnit = Measurement(value: 1, unit: sampleUnit)
  let time = Measurement(value: 3, unit: UnitDuration.hours)
  let volume = Measurement(value: 3, unit: UnitVolume.cups)
  let area = Measurement(value: 3, unit: UnitArea.hectares)
  let pressure = Measurement(value: 3, unit: UnitPressure.bars)
  let power = Measurement(value: 3, unit: UnitPower.horsepower)
  let charge = Measurement(value: 3, unit: UnitElectricCharge.ampereHours)
  let current = Measurement(value: 3, unit: UnitElectricCurrent.milliamperes)
  let voltage = Measurement(value: 3, unit: UnitElectricPotentialDifference.volts)
  let resistance = Measurement(value: 3, unit: UnitElectricResistance.kiloohms)
  // Errors
  let urlError = URLError(.notConnectedToInternet)
  let urlErrorWithText = URLError(.timedOut, userInfo: ["a": "b"])
  let urlErrorOfRareCode = URLError(.zeroByteResource)
  let cocoaError = CocoaError(.fileNoSuchFile)
  let posixError = POSIXError(.ENOENT)
  let errors: [any Error] = [URLError(.badURL), Broken(), Refused.because("x")]
  let plainError = NSError(domain: "a.b", code: -3)
  let anyError: any Error = URLError(.cancelled)
  let cancellation = CancellationError()
  let structError = Broken()
  let caseError = Refused.because("x")
  // Raw values
  let encoding = String.Encoding.utf8
  let notification = Notification.Name("a")
  let options: Options = [.first, .third]
  let tag = Tag(rawValue: "a")
  let described = Described.second
  let rawCase = Priority.high
  // Enumerations
  let fruit = Fruit.apple
  let caseNone = Fruit.none
  let caseSelf = Fruit.`self`
  let caseInit = Fruit.`init`
  let caseDefault = Fruit.default
  let caseRaw = Fruit.`a b`
  let caseRawPayload = Fruit.`1st`(of: 3)
  let caseCrate = Fruit.crate(of: 3)
  let casePair = Fruit.pair(.apple, label: "x")
  let caseTwo = Fruit.two(1, 2)
  let caseByte = Fruit.byte(3)
  let caseTuple = Fruit.at(point: (1, 2))
  let caseOptional = Fruit.maybe(3)
  let caseNil = Fruit.maybe(nil)
  let caseMaybeMaybe = Fruit.maybeMaybe(.some(nil))
  let caseVoid = Fruit.void(())
  let caseEmptyList = Fruit.listed([])
  let caseBytes = Fruit.bytes([1, 2])
  let caseResult = Fruit.result(.success("x"))
  let caseAnyByte = Fruit.anything(UInt8(3))
  let caseAnyFloat = Fruit.anything(Float(2.5))
  let caseAnySet = Fruit.anything(Set([1, 2]))
  let caseAnyList = Fruit.anything([1, 2])
  let caseAnyBytes = Fruit.anything([UInt8(1)])
  let caseAnyRange = Fruit.anything(UInt8(1)..<UInt8(2))
  let caseAnyEmpty = Fruit.anything([Int]())
  let caseAnyEmptyDictionary = Fruit.anything([String: Fruit]())
  let caseAnyNil = Fruit.anything(Int?.none)
  let caseAnySome = Fruit.anything(Int?.some(3))
  let caseAnyNilList = Fruit.anything([nil, 3] as [Int?])
  let caseAnyResult = Fruit.anything(Result<UInt8, Broken>.success(3))
  let caseAnyDictionary = Fruit.anything(["a": 1, "b": "x"] as [String: any Sendable])
  let caseAnyMixedList = Fruit.anything([1, UInt8(3), nil] as [(any Sendable)?])
  let caseAnyHashables = Fruit.anything([1, "a"] as [any Hashable & Sendable])
  let caseAnyErrors = Fruit.anything([Broken()] as [any Error])
  let caseAnyTuple = Fruit.anything((x: 1, y: UInt8(2)))
  let caseAnyTupleOfAny = Fruit.anything((x: 1 as any Sendable, y: Int?.none))
  let caseAnyCharacter = Fruit.anything("a" as Character)
  let caseAnySame = Fruit.anything([Same(a: 2)])
  let caseRawLabel = Fruit.`in line`(`the label`: 3)
  let caseRawLabelNil = Fruit.`in line`(`the label`: nil)
  let genericTuple = Crate<(x: Int, y: Int)>.large((x: 1, y: 2))
  let labelledTuples = [(x: 1, y: UInt8(2))]
  let optionalTuple: (x: Int?, y: [UInt8])? = (x: nil, y: [1])
  let resultOfTuple = Result<(x: Int, y: UInt8), any Error>.success((x: 1, y: 2))
  let erased = Erased(
    value: Int?.some(3),
    optional: UInt8(3),
    hashable: 2.5 as Float,
    pair: (x: UInt8(1), y: 2),
    values: ["a": 1, "b": "x"],
    byte: 3
  )
  let emptyErased = Erased(
    value: Int?.none,
    optional: nil,
    hashable: [1],
    pair: (x: [Int](), y: 2),
    values: [:],
    byte: 3
  )
  let emptyAny = [any Sendable]()
  let rawType = `raw type`(`a b`: 3)
  let caseAnyCase = Fruit.anything(Fruit.apple)
  let caseClosedOver = Fruit.labelled(`inout`: 1, var: 2, in: 3)
  let generic = Crate<Fruit>.large(.apple)
  let genericOptional = Crate<Int?>.large(nil)
  let extended = String.Style.bold
  let extendedLists: [String.Style] = [.bold]
  let nested = Fruit.Kind.stone
  // Structures
  let basket = Basket(fruit: [.apple], owner: nil)
  let ownedBasket = Basket(fruit: [], owner: "x")
  let empty = Broken()
  let keywords = Keywords(default: 1, in: 2, self: 3)
  let holder = Holder(value: UInt8(3), list: [1, 2.5])
  let genericStruct = Pair(first: 1, second: UInt8(2))
  let styled = String.Padding(width: 3)
  let same = Same(a: 2)
  let relabelled = Relabelled(number: 3)
  let positive = Positive(a: 3)
  let shallow = [Shallow(id: 1, text: "a\"#\n\u{202E}")]
  let feed = Feed(names: ["a", "b", "c"], pages: [], dates: ["a": Date(timeIntervalSinceReferenceDate: 0.1)])
  let coded = Coded.two
  // Types
  let type: any Any.Type = Int.self
  let types = Types(
    any: [Int?].self,
    perhaps: (any Equatable).self,
    list: [Any.self, (() -> Int).self, (Int, Int).self]
  )
  let noTypes = Types(any: Fruit.Kind.self, perhaps: nil, list: [])
  let caseType = Fruit.type(Int.self)
  let caseEquatableType = Fruit.equatableType(String.self)
  let caseIntType = Fruit.intType(Int.self)
  let caseAnyType = Fruit.anything(Int.self)
  let numbers = Numbers(a: 1, b: 2, c: 3, d: "a", e: "b", f: nil, g: nil)
}

/// Values without source.
struct Unwritten {
  let object = Object()
  let closure: @Sendable () -> Int = { 3 }
  let caseOfObject = Fruit.held(Object())
  let listOfObjects = [Object()]
  let wrapped = Wrapping()
  let lazy = Lazily()
  let underscored = Underscored(_x: 1)
  let mirrored = Mirrored(x: 3)
  let mirroredCase = MirroredCase.one
  let describedCase = Unclear.one
  let local = localValue()
  let slice: ArraySlice<Int> = [1, 2]
  let sliceOfMiddle = [1, 2, 3][1...]
  let dataOfMiddle = Data([1, 2, 3]).dropFirst()
  let dimension = Measurement<Dimension>(value: 3, unit: UnitMass.grams)
  let richError = NSError(domain: "a", code: 1, userInfo: ["a": Object()])
  let sharing = Sharing(object: Sharing.Part())
  let caseOptionalType = Fruit.optionalType(Int.self)
  let forgetful = Forgetful(a: 1, b: 4)
  let keyPath = \String.count
  let stride = Swift.stride(from: 1, to: 3, by: 1)
  let index = "abc".startIndex
  let caseType = Fruit.typeCase
  let offset = TimeZone(secondsFromGMT: 3_600) ?? .gmt
  let attributes = attributedText()
  let characters = CharacterSet.letters
  let dateOfObject = [Date(timeIntervalSinceReferenceDate: .nan): Object()]
}

/// Values whose declarations reflection cannot know: the compiler refuses what is written of them.
struct Refuted {
  let constant = Constant(id: 1)
  let tupleCase = Fruit.oneTuple((1, 2))
  let labelledTupleCase = Fruit.labelledTuple((x: 1, y: 2))
  let failable = Fruit.failing(Failing(a: 1) ?? Failing())
  let renamed = Renamed(number: 1)
  let privateInitializer = Sealed.make()
  let privateType = privateValue()
}

let sampleID = UUID(uuidString: "00000000-0000-0000-0000-00000000000A") ?? UUID()

func sampleURL(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

private func localValue() -> Any {
  struct Local { var x = 3 }
  return Local()
}

private struct Private { var x = 3 }

private func privateValue() -> Any { Private() }

private func attributedText() -> AttributedString {
  var text = AttributedString("a")
  text.link = sampleURL("https://a.b")
  return text
}

private let sampleUnit = UnitLength(symbol: "el", converter: UnitConverterLinear(coefficient: 0.6))
