/// The functions that append JSON text, which the writers of headers and of bodies share.
extension [UInt8] {
    /// Appends a string in quotes, with escapes where JSON demands them; all other characters stay UTF-8.
    mutating func appendJSON(_ value: String) {
        append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            var start = 0
            while true {
                let end = ByteWord.firstSpecial(in: text, from: start)
                append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
                guard end < text.count else { break }
                appendEscape(of: text[end])
                start = end + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a whole number.
    mutating func appendJSON(_ value: some FixedWidthInteger) {
        if value < 0 { append(UInt8(ascii: "-")) }
        // The 20 digits of a 64-bit number fit into these 24 bytes on the stack, so no allocation is needed.
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var rest = value.magnitude
        var count = 0
        Swift.withUnsafeMutableBytes(of: &digits) { digits in
            repeat {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
                count += 1
                digits[digits.count - count] = UInt8(truncatingIfNeeded: remainder) + UInt8(ascii: "0")
                rest = quotient
            } while rest != 0
            append(contentsOf: UnsafeRawBufferPointer(rebasing: digits.suffix(count)))
        }
    }

    /// Appends text unchanged, such as a keyword or a punctuation character.
    mutating func append(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x22, 0x5C: append(byte)
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default:
            append("u00")
            for digit in [byte >> 4, byte & 15] {
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
