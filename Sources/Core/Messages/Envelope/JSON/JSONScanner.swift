/// A position in JSON text, which the readers of headers and of bodies share.
///
/// Each function returns false or nil when the text at the position does not match; the position may have
/// moved then.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next byte that is not white space, without taking it; nil at the end.
    mutating func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    /// Takes a character, after any white space.
    mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        return takeNow(byte)
    }

    /// Takes a character at the position itself.
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
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return (start..<(position - 1), isEscaped)
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                position += 1
                guard position < bytes.count, Self.unescaped(bytes[position]) != nil else { return nil }
            }
            guard byte >= 0x20 else { return nil }
            position += 1
        }
        return nil
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

    /// The character for which a letter after a backslash stands; nil for `\u` and for letters that JSON does
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
    /// Reads digits with an optional minus sign; nil for other text and for a number that does not fit.
    init?(decimal text: some Sequence<UInt8>) {
        var result: Self = 0
        var isNegative = false
        var isEmpty = true
        for (offset, byte) in text.enumerated() {
            if offset == 0, byte == UInt8(ascii: "-") {
                isNegative = true
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), let digit = Self(exactly: byte - 48) else {
                return nil
            }
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !overflow, !overflow2 else { return nil }
            result = sum
            isEmpty = false
        }
        guard !isEmpty else { return nil }
        self = result
    }
}
