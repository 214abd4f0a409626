/// A decoder of untrusted input, with what must hold for every input.
protocol FuzzedDecoder {
    /// Inputs that the decoder accepts, from which others are derived.
    static var seeds: [[UInt8]] { get }
    /// Words of the format, which mutations insert.
    static var words: [String] { get }

    /// Decodes an input.
    /// - Returns: Whether the input was accepted.
    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool
}

extension FuzzedDecoder {
    /// The most bytes of a sentence that refuses an input.
    static var maximumReason: Int { 16_384 }

    /// Checks the words with which an input was refused.
    static func checkRefusal(_ reason: String) throws(FuzzViolation) {
        if reason.isEmpty { throw FuzzViolation(.reason, "an input is refused without words") }
        if reason.utf8.count > maximumReason {
            throw FuzzViolation(.reason, "an input is refused with \(reason.utf8.count) bytes of words")
        }
    }
}
