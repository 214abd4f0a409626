/// A UUID version 7 (RFC 9562), typed by the thing that it identifies, so that the compiler refuses a turn's
/// id in place of a message's.
///
/// Version 7 begins with the Unix time in milliseconds. Here the next 12 bits are the fraction of the
/// millisecond in 4096ths (section 6.2, method 3), so that ids sort by age, and the ids of one machine to the
/// microsecond.
public struct Identifier<Subject>: Sendable, Hashable, Comparable {
    /// The upper 64 bits, in network order.
    public let high: UInt64
    /// The lower 64 bits, in network order.
    public let low: UInt64

    /// Creates an id that is unique across machines: 60 bits of time and 62 random bits.
    public init() {
        let (milliseconds, rest) = UInt64(clamping: WallClock.microseconds()).quotientAndRemainder(dividingBy: 1000)
        self.init(milliseconds: milliseconds, fraction: rest << 12 / 1000)
    }

    /// Creates an id with a given time, for tests and for imported recordings.
    public init(millisecondsSince1970 milliseconds: UInt64) {
        self.init(milliseconds: milliseconds, fraction: RandomBits.next())
    }

    private init(milliseconds: UInt64, fraction: UInt64) {
        high = milliseconds << 16 | 0x7000 | (fraction & 0x0FFF)
        low = 0x8000_0000_0000_0000 | (RandomBits.next() & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// Creates the id of a thing that exists exactly once for another thing, with that thing's id.
    public init<Other>(_ other: Identifier<Other>) { (high, low) = (other.high, other.low) }

    /// Creates the id of a thing that exists exactly once for another thing, and differs from that thing's id in its
    /// last bits: the turn of a transcript whose message id is given, since the id of the turn is that of its
    /// `turn.ended`, or the end of a question, whose last message has the id that is given.
    /// - Parameter number: The number of the thing among those of the other thing, from 1.
    package init<Other>(besides other: Identifier<Other>, number: UInt64 = 1) {
        (high, low) = (other.high, other.low ^ number)
    }

    /// Reads the 36-character form. Any UUID version is accepted, since clients in other languages may create
    /// others.
    public init?(_ text: String) {
        var text = text
        guard let identifier = text.withUTF8({ Self($0) }) else { return nil }
        self = identifier
    }

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.textLength, let bytes = text.baseAddress,
            bytes[8] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: "-"), bytes[18] == UInt8(ascii: "-"),
            bytes[23] == UInt8(ascii: "-"),
            let first = ByteWord(at: bytes).hexNumber, let second = Self.word(bytes + 9, bytes + 14).hexNumber,
            let third = Self.word(bytes + 19, bytes + 24).hexNumber, let fourth = ByteWord(at: bytes + 28).hexNumber
        else { return nil }
        high = UInt64(first) << 32 | UInt64(second)
        low = UInt64(third) << 32 | UInt64(fourth)
    }

    /// Orders ids of version 7 by age, older first.
    public static func < (left: Self, right: Self) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    private static var textLength: Int { 36 }

    /// Returns four bytes from each of two places.
    private static func word(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>) -> ByteWord {
        func half(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
            UInt64(UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)))
        }
        return ByteWord(half(first) | half(second) << 32)
    }
}

extension Identifier: CustomStringConvertible {
    /// The 36-character form in lower case.
    public var description: String { withText { String(decoding: $0, as: UTF8.self) } }

    /// Calls a closure with the bytes of the text form.
    func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.textLength, alignment: 1) { text in
            func put(_ digits: UInt64, _ place: Int, _ next: Int) {
                let (first, last) = (UInt32(truncatingIfNeeded: digits), UInt32(digits >> 32))
                text.storeBytes(of: first.littleEndian, toByteOffset: place, as: UInt32.self)
                text.storeBytes(of: last.littleEndian, toByteOffset: next, as: UInt32.self)
            }
            for place in [8, 13, 18, 23] { text[place] = UInt8(ascii: "-") }
            put(ByteWord(hexDigitsOf: UInt32(high >> 32)).bits, 0, 4)
            put(ByteWord(hexDigitsOf: UInt32(truncatingIfNeeded: high)).bits, 9, 14)
            put(ByteWord(hexDigitsOf: UInt32(low >> 32)).bits, 19, 24)
            put(ByteWord(hexDigitsOf: UInt32(truncatingIfNeeded: low)).bits, 28, 32)
            return body(UnsafeRawBufferPointer(text))
        }
    }

    /// The last eight digits: enough to distinguish turns on a screen.
    public var short: String { String(description.suffix(8)) }
}

extension Identifier: Codable {
    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let identifier = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a UUID")
        }
        self = identifier
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A turn: everything from the first sample of an utterance to the last sample of its answer.
public enum Turn {}

/// The id of a message, which its answers name in ``Header/causes``.
public typealias MessageID = Identifier<Header>

/// The id of a turn, the same in all messages that belong to it.
public typealias TurnID = Identifier<Turn>
