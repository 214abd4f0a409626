/// Fractions in digits or as one character, perhaps behind a whole number: `1/2`, `1 1/2`, `1-1/2`, `½`, `1½`.
enum WrittenFraction {
    /// The decimals that are kept, as a factor: enough for the seconds of a third of an hour.
    private static let decimals = 1e9

    /// The most digits before a fraction: more would leave no exact decimals.
    private static let maximumWholeDigits = 6

    /// Returns the value of a character such as `½`; nil for others.
    static func value(of character: Character) -> Double? {
        guard character.unicodeScalars.count == 1, let properties = character.unicodeScalars.first?.properties,
            properties.numericType == .numeric, let value = properties.numericValue, value > 0, value < 1
        else { return nil }
        return value
    }

    /// Returns a word with a decimal number in place of its fraction: `1.5h` for `1½h`.
    /// - Parameters:
    ///   - text: The word with its sign, and with a space or a hyphen after a whole number.
    ///   - decimalComma: Whether the language writes a comma before the decimals.
    static func plain(_ text: String, decimalComma: Bool) -> String {
        let sign = text.hasPrefix("-") ? "-" : ""
        var rest = text.dropFirst(sign.count)
        var whole = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(whole.count)
        if rest.first == "/" {
            (whole, rest) = ("", whole + rest)
        } else if rest.first == " " || rest.first == "-" {
            rest = rest.dropFirst()
        }
        let part: Double
        if let written = rest.first.flatMap(Self.value(of:)) {
            (part, rest) = (written, rest.dropFirst())
        } else if rest.count == 3, let top = Double(rest.prefix(1)), let bottom = Double(rest.suffix(1)), bottom > 0 {
            (part, rest) = (top / bottom, "")
        } else {
            // Nothing is divided by zero. A word has no spaces.
            return text.replacing(" ", with: "-")
        }
        guard whole.utf8.count <= maximumWholeDigits else { return text }
        let number = (((Double(whole) ?? 0) + part) * decimals).rounded() / decimals
        let digits = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        // Divided again, "1.125" would be 1125 where points separate thousands.
        let places = digits.split(separator: ".").dropFirst().first?.count ?? 0
        let end = decimalComma && places == 3 ? "0" : ""
        return "\(sign)\(digits)\(end)\(rest)"
    }
}
