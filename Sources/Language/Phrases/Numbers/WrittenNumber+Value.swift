/// The values of numbers that are written in digits.
extension WrittenNumber {
    /// Returns the value of a number without separators between its thousands: `42`, `-3.5`; nil for other text.
    static func value(of text: String) -> Double? {
        var digits = 0
        var points = 0
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "."): points += 1
            case UInt8(ascii: "-") where index == 0: break
            default: return nil
            }
        }
        return 1...NumberParser.maximumDigits ~= digits && points <= 1 ? Double(text) : nil
    }

    /// Returns the value of an ordinal, such as `3rd`; nil for another word.
    static func ordinal(_ word: String, suffixes: Set<String>) -> Double? {
        // A suffix may end with another one: "ème" with "e".
        for suffix in suffixes where word.hasSuffix(suffix) {
            let digits = word.dropLast(suffix.count)
            guard !digits.isEmpty, let value = value(of: String(digits)), value >= 0, value.rounded() == value else {
                continue
            }
            return value
        }
        return nil
    }
}
