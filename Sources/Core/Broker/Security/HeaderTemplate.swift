import SaybusMessages

/// The form of a header whose claims were checked. Pure.
///
/// A program's messages on a topic differ in their ids and numbers only. So a header of the same form makes the same
/// claims, and need not be parsed.
struct HeaderTemplate: Sendable {
    private enum Part: Sendable {
        /// These bytes.
        case text([UInt8])
        /// A number of at most 18 digits.
        case number
        /// A UUID.
        case identifier
    }

    /// The fields whose numbers differ between messages, and those whose identifiers do.
    private static let numbers = ["seq", "at", "deadline", "index"].map { Array("\"\($0)\":".utf8) }
    private static let identifiers = ["id", "turn"].map { Array("\"\($0)\":\"".utf8) }
    private static let mostDigits = 18
    private static let identifierLength = 36

    private var parts: [Part] = []

    /// Creates the template of a header that has been parsed; nil when its form is too unusual.
    init?(_ header: [UInt8]) {
        guard !header.contains(UInt8(ascii: "\\")) else { return nil }
        var text: [UInt8] = []
        var isInArray = false
        var index = 0
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
            parts += [.text(text), part]
            text = []
            index += length
        }
        parts.append(.text(text))
    }

    /// Returns whether a header has this form.
    func matches(_ header: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        for part in parts {
            let length: Int
            switch part {
            case .text(let bytes):
                guard header.count - index >= bytes.count,
                    bytes.withUnsafeBytes({ $0.elementsEqual(header[index..<index + bytes.count]) })
                else { return false }
                length = bytes.count
            case .number: length = Self.number(header, index)
            case .identifier: length = Self.identifier(header, index)
            }
            guard length > 0 else { return false }
            index += length
        }
        return index == header.count
    }

    /// Returns the digits of the number at a place; 0 when there is none that JSON and a header allow.
    private static func number(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var end = start
        while end < bytes.count, end - start <= mostDigits, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end])
        {
            end += 1
        }
        let length = end - start
        guard length <= mostDigits, length < 2 || bytes[start] != UInt8(ascii: "0") else { return 0 }
        return length
    }

    /// Returns the length of the UUID at a place; 0 when there is none.
    private static func identifier(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        guard bytes.count - start >= identifierLength else { return 0 }
        for index in 0..<identifierLength {
            let byte = bytes[start + index]
            if [8, 13, 18, 23].contains(index) {
                guard byte == UInt8(ascii: "-") else { return 0 }
            } else {
                let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                guard isDigit || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f") else { return 0 }
            }
        }
        return identifierLength
    }
}

extension [UInt8] {
    /// Returns whether the array ends with certain bytes.
    fileprivate func hasSuffix(_ bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
