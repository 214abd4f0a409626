import Glibc

/// The form of a header whose claims were checked. Pure.
///
/// A program's messages on a topic differ in their ids and numbers only. So a header of the same form makes the same
/// claims, and need not be parsed.
struct HeaderTemplate: Sendable {
    private enum Part: Sendable {
        /// The next bytes of the template's text, this many.
        case text(Int)
        /// A number of at most 18 digits.
        case number
        /// A UUID.
        case identifier
    }

    /// The fields whose numbers differ between messages, and those whose identifiers do.
    private static let numbers = ["seq", "at", "deadline", "index"].map { Array("\"\($0)\":".utf8) }
    private static let identifiers = ["id", "turn"].map { Array("\"\($0)\":\"".utf8) }
    private static let maximumDigits = 18
    private static let identifierLength = 36

    private var parts: [Part] = []
    /// The bytes between the numbers and identifiers.
    private var text: [UInt8] = []

    /// Creates the template of a header that has been parsed; nil when its form is too unusual.
    init?(_ header: [UInt8]) {
        guard !header.contains(UInt8(ascii: "\\")) else { return nil }
        var isInArray = false
        var (index, textStart) = (0, 0)
        while index < header.count {
            let byte = header[index]
            text.append(byte)
            index += 1
            if byte == UInt8(ascii: "[") { isInArray = true }
            if byte == UInt8(ascii: "]") { isInArray = false }
            let rest = header[index...]
            let length: Int
            let part: Part
            if byte == UInt8(ascii: "\""), isInArray || Self.identifiers.contains(where: { text.hasSuffix($0) }) {
                (part, length) = (.identifier, rest.withUnsafeBytes { Self.identifier($0, 0) })
            } else if byte == UInt8(ascii: ":"), Self.numbers.contains(where: { text.hasSuffix($0) }) {
                (part, length) = (.number, rest.withUnsafeBytes { Self.number($0, 0) })
            } else {
                continue
            }
            guard length > 0 else { continue }
            parts += [.text(text.count - textStart), part]
            textStart = text.count
            index += length
        }
        parts.append(.text(text.count - textStart))
    }

    /// Returns whether a header has this form.
    func matches(_ header: UnsafeRawBufferPointer) -> Bool {
        guard let bytes = header.baseAddress else { return false }
        return text.withUnsafeBytes { text in
            guard let expected = text.baseAddress else { return false }
            var (index, textIndex) = (0, 0)
            for part in parts {
                let length: Int
                switch part {
                case .text(let count):
                    guard header.count - index >= count, memcmp(bytes + index, expected + textIndex, count) == 0 else {
                        return false
                    }
                    length = count
                    textIndex += count
                case .number: length = Self.number(header, index)
                case .identifier: length = Self.identifier(header, index)
                }
                guard length > 0 else { return false }
                index += length
            }
            return index == header.count
        }
    }

    /// Returns the digits of the number at a place; 0 when there is none that JSON and a header allow.
    private static func number(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var end = start
        while end < bytes.count, end - start <= maximumDigits, bytes[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        let length = end - start
        guard length <= maximumDigits, length < 2 || bytes[start] != UInt8(ascii: "0") else { return 0 }
        return length
    }

    /// Returns the length of the UUID at a place; 0 when there is none.
    private static func identifier(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        guard bytes.count - start >= identifierLength else { return 0 }
        for index in 0..<identifierLength {
            let byte = bytes[start + index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return 0 }
            } else {
                // Smaller bytes become large ones.
                guard byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6 else { return 0 }
            }
        }
        return identifierLength
    }
}

extension [UInt8] {
    /// Returns whether the array ends with certain bytes.
    fileprivate func hasSuffix(_ bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
