/// A formatter of numbers for a speech synthesizer.
package enum SpokenNumber {
    /// Returns a whole number without a decimal point, and any other number with at most six decimals.
    package static func text(_ number: Double) -> String {
        if let whole = Int64(exactly: number) { return "\(whole)" }
        guard number.magnitude < 1e9 else { return "\(number)" }
        // Hides binary rounding errors: 0.1 + 0.2 becomes 0.3.
        let rounded = (number * 1e6).rounded() / 1e6
        return Int64(exactly: rounded).map { "\($0)" } ?? plain(rounded)
    }

    /// Returns the number as a language writes it: "1.125" would be read as a thousand where decimals have a comma.
    package static func text(_ number: Double, in vocabulary: NumberVocabulary) -> String {
        vocabulary.decimalComma ? text(number).replacing(".", with: ",") : text(number)
    }

    /// Returns the number without an exponent, since Swift writes small numbers as 1e-05.
    private static func plain(_ number: Double) -> String {
        let text = "\(number)"
        guard text.contains("e") else { return text }
        let millionths = Int64((number.magnitude * 1e6).rounded())
        var digits = String(millionths)
        digits = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return (number < 0 ? "-0." : "0.") + digits
    }
}
