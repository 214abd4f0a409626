/// The digits of numbers, and their points and commas.
enum WrittenNumber {
    /// Returns a decimal digit of any script as one of `0` to `9`, such as `3` for `٣` and `３`; nil for another
    /// character.
    static func digit(_ character: Character) -> String? {
        guard character.unicodeScalars.count == 1, let properties = character.unicodeScalars.first?.properties,
            properties.numericType == .decimal, let value = properties.numericValue
        else { return nil }
        return "\(Int(value))"
    }

    /// Returns a word in digits without separators of thousands, and with a point before the decimals.
    /// - Parameters:
    ///   - text: The word with its points and commas.
    ///   - decimalComma: Whether the language writes a comma before the decimals: `1.500,25`.
    static func plain(_ text: String, decimalComma: Bool) -> String {
        guard let comma = text.lastIndex(of: ",") else {
            return decimalComma && isGrouped(text) ? text.filter { $0 != "." } : text
        }
        let (before, after) = (text[..<comma], text[text.index(after: comma)...])
        let places = after.prefix { $0.isASCII && $0.isNumber }.count
        guard !before.contains(","), !after.contains("."), decimalComma || places != 3 else {
            return text.filter { $0 != "," }
        }
        // Divided again, "2.500" would be 2500 where points separate thousands.
        let end = decimalComma && places == 3 && after.count == 3 ? "0" : ""
        let whole: String = String(before).filter { $0 != "." }
        return whole + "." + String(after) + end
    }

    /// Returns a number with a zero before its decimal point: `0.5` for `.5`.
    static func withWholePart(_ text: String) -> String {
        if text.hasPrefix(".") { return "0" + text }
        return text.hasPrefix("-.") ? "-0" + text.dropFirst() : text
    }

    /// Whether points separate the thousands of a whole number: `12.500`.
    private static func isGrouped(_ text: String) -> Bool {
        let groups = (text.hasPrefix("-") ? text.dropFirst() : text[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        guard let first = groups.first, groups.count > 1, 1...3 ~= first.count, !first.hasPrefix("0") else {
            return false
        }
        return groups.dropFirst().allSatisfy { $0.count == 3 }
            && groups.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    }
}
