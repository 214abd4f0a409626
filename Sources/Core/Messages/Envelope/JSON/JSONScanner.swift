/// A position in JSON text, which the readers of headers and of bodies share.
///
/// Each function returns false or nil when the text at the position does not match; the position may have
/// moved then.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next byte that is not white space, without taking it; nil at the end.
    @inline(__always)
    mutating func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    /// Takes a character, after any white space.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        return takeNow(byte)
    }

    /// Takes a character at the position itself.
    @inline(__always)
    mutating func takeNow(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Takes a keyword such as `true`.
    mutating func take(word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[position + offset] != word.utf8Start[offset] { return false }
        position += length
        return true
    }

    /// Takes a string. Escapes of one letter, such as `\n`, are allowed in it, but not `\u000a`.
    /// - Returns: The place of the text between the quotes, and whether it has escapes.
    mutating func string() -> (Range<Int>, isEscaped: Bool)? {
        guard takeNow(UInt8(ascii: "\"")) else { return nil }
        let start = position
        var isEscaped = false
        while true {
            position = ByteWord.firstSpecial(in: bytes, from: position)
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return (start..<(position - 1), isEscaped) }
            guard byte == UInt8(ascii: "\\"), position < bytes.count, Self.unescaped(bytes[position]) != nil else {
                return nil
            }
            isEscaped = true
            position += 1
        }
    }

    /// Takes a string of at most 16 ASCII characters without escapes.
    mutating func name() -> FieldName? {
        guard takeNow(UInt8(ascii: "\"")) else { return nil }
        let first = word()
        let count = first.plainLength
        let second = count < ByteWord.size ? ByteWord(0) : word()
        let more = count < ByteWord.size ? 0 : second.plainLength
        let (start, end) = (first.prefix(count), second.prefix(more))
        guard start.isASCII, end.isASCII, takeNow(UInt8(ascii: "\"")) else { return nil }
        return FieldName(start, end)
    }

    /// Takes a number in the form that JSON allows: no plus sign, no leading zeros before other digits.
    mutating func number() -> Range<Int>? {
        let start = position
        _ = takeNow(UInt8(ascii: "-"))
        let leadingZero = takeNow(UInt8(ascii: "0"))
        guard leadingZero || digits() else { return nil }
        if takeNow(UInt8(ascii: ".")) { guard digits() else { return nil } }
        if takeNow(UInt8(ascii: "e")) || takeNow(UInt8(ascii: "E")) {
            if !takeNow(UInt8(ascii: "-")) { _ = takeNow(UInt8(ascii: "+")) }
            guard digits() else { return nil }
        }
        return start..<position
    }

    /// Takes the white space at the end; false when there is other text.
    mutating func end() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// The bytes at a place.
    subscript(_ place: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[place]) }

    /// Returns the character for which a letter after a backslash stands; nil for `\u` and for letters that JSON does
    /// not allow.
    static func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Takes the next eight bytes up to a quote, a backslash or a control character; bytes beyond the end are zero.
    @inline(__always)
    private mutating func word() -> ByteWord {
        var word = ByteWord(0)
        if let start = bytes.baseAddress, bytes.count - position >= ByteWord.size {
            word = ByteWord(at: start + position)
        } else {
            for (index, byte) in bytes[position...].enumerated() {
                word = ByteWord(word.bits | UInt64(byte) << UInt64(8 * index))
            }
        }
        position += min(word.plainLength, bytes.count - position)
        return word
    }

    private mutating func digits() -> Bool {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return position > start
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}

extension FixedWidthInteger {
    /// The most digits of a number that fits into 64 bits whatever they are.
    private static var safeDigits: Int { 18 }

    /// Reads digits with an optional minus sign; nil for other text and for a number that does not fit.
    init?(decimal text: UnsafeBufferPointer<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = UnsafeBufferPointer(rebasing: text[(isNegative ? 1 : 0)...])
        guard !digits.isEmpty else { return nil }
        var magnitude: UInt64 = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            if digits.count <= Self.safeDigits {
                magnitude = magnitude &* 10 &+ UInt64(digit)
            } else {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                let (sum, overflow2) = product.addingReportingOverflow(UInt64(digit))
                guard !overflow, !overflow2 else { return nil }
                magnitude = sum
            }
        }
        if isNegative {
            // The magnitude of the smallest number is one more than that of the largest.
            guard magnitude <= 1 << 63 else { return nil }
            self.init(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
        } else {
            self.init(exactly: magnitude)
        }
    }
}
