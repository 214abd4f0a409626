/// The rules of SSML that audio stages share with those who check SSML before they send it.
package enum SSMLRules {
    /// The longest pause in milliseconds. A longer break is cut to it.
    ///
    /// Ten seconds are Amazon's limit. One break that is too long is no reason to leave all the words unspoken: other
    /// services cut it, too.
    package static let maximumBreakMs = 10_000
    /// The most elements inside each other.
    package static let maximumDepth = 32

    /// Parses the time of a break, such as `500ms` or `1.5s`; nil for other texts.
    package static func milliseconds(_ time: some StringProtocol) -> Double? {
        let time = String(time).filter { !$0.isWhitespace }
        let (number, factor): (Substring, Double) =
            time.hasSuffix("ms") ? (time.dropLast(2), 1) : (time.dropLast(1), 1000)
        guard time.hasSuffix("s"), let value = Double(number), value >= 0 else { return nil }
        return value * factor
    }
}
