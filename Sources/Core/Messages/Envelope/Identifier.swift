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
        var generator = SystemRandomNumberGenerator()
        self.init(milliseconds: milliseconds, fraction: generator.next())
    }

    private init(milliseconds: UInt64, fraction: UInt64) {
        var generator = SystemRandomNumberGenerator()
        high = milliseconds << 16 | 0x7000 | (fraction & 0x0FFF)
        low = 0x8000_0000_0000_0000 | (generator.next() & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// Creates the id of a thing that exists exactly once for another thing, with that thing's id.
    public init<Other>(_ other: Identifier<Other>) { (high, low) = (other.high, other.low) }

    /// Reads the 36-character form. Any UUID version is accepted, since clients in other languages may create
    /// others.
    public init?(_ text: String) { self.init(text.utf8) }

    init?(_ text: some Collection<UInt8>) {
        var halves: (UInt64, UInt64) = (0, 0)
        var index = 0
        for byte in text {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Self.value(ofHexDigit: byte) else { return nil }
                if index < 18 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            }
            index += 1
        }
        guard index == 36 else { return nil }
        (high, low) = halves
    }

    /// Orders ids of version 7 by age, older first.
    public static func < (left: Self, right: Self) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    private static func value(ofHexDigit byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension Identifier: CustomStringConvertible {
    /// The 36-character form in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            write { byte in
                buffer[position] = byte
                position += 1
            }
            return position
        }
    }

    /// Passes the bytes of the text form to a closure, one by one.
    func write(_ put: (UInt8) -> Void) {
        let digits: StaticString = "0123456789abcdef"
        for place in 0..<32 {
            if place == 8 || place == 12 || place == 16 || place == 20 { put(UInt8(ascii: "-")) }
            let half = place < 16 ? high : low
            put(digits.utf8Start[Int(half >> UInt64(60 - 4 * (place & 15)) & 0xF)])
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

/// The id of a message.
public typealias MessageID = Identifier<Header>

/// The id of a turn.
public typealias TurnID = Identifier<Turn>
