/// The words of a text for the model: runs of letters, runs of digits, and single signs, in lower case.
struct WordSequence: Sendable {
    /// The most words of a text that can be understood.
    static let maximumCount = 256

    /// A word or a sign.
    struct Word: Sendable {
        enum Kind: UInt8, Sendable { case letters, digits, sign }
        let kind: Kind
        /// The place in the normalized bytes.
        let bytes: Range<Int>
        /// The place in the text, in Unicode scalars.
        let scalars: Range<Int>
        /// Whether the word is the first one, or follows a space.
        let followsSpace: Bool
    }

    /// All words in lower case, without spaces.
    private(set) var bytes: [UInt8] = []
    private(set) var words: [Word] = []
    /// Whether the text has more words than ``maximumCount``.
    private(set) var isCut = false

    init(_ text: String) {
        bytes.reserveCapacity(text.utf8.count)
        var kind: Word.Kind?
        var first = (byte: 0, scalar: 0)
        var (afterSpace, startedAfterSpace) = (true, true)
        var position = 0
        func close(_ words: inout [Word], _ end: Int) {
            guard let kind else { return }
            words.append(
                Word(
                    kind: kind, bytes: first.byte..<end, scalars: first.scalar..<position,
                    followsSpace: startedAfterSpace))
        }
        for scalar in text.unicodeScalars {
            let (next, isSpace) = Self.kind(scalar)
            if isSpace || next == .sign || next != kind {
                close(&words, bytes.count)
                kind = nil
                if words.count >= Self.maximumCount {
                    isCut = true
                    return
                }
                if !isSpace {
                    kind = next
                    first = (bytes.count, position)
                    startedAfterSpace = afterSpace
                }
            }
            afterSpace = isSpace
            if !isSpace { append(scalar) }
            position += 1
        }
        close(&words, bytes.count)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            let byte = UInt8(scalar.value)
            bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
        } else if scalar == "\u{2019}" {
            bytes.append(UInt8(ascii: "'"))
        } else {
            bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        }
    }

    @inline(__always) private static func kind(_ scalar: Unicode.Scalar) -> (kind: Word.Kind, isSpace: Bool) {
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A: return (.letters, false)
        case 0x30...0x39: return (.digits, false)
        case 0x20: return (.sign, true)
        case 0..<0x80: return (.sign, scalar.value < 0x20)
        default:
            let properties = scalar.properties
            if properties.isWhitespace { return (.sign, true) }
            if properties.numericType != nil { return (.digits, false) }
            let category = properties.generalCategory
            let isMark = category == .nonspacingMark || category == .spacingMark
            return (properties.isAlphabetic || isMark ? .letters : .sign, false)
        }
    }
}
