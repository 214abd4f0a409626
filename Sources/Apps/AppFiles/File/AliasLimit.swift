/// A check of the text of a YAML file for aliases that could expand to an enormous document.
///
/// A YAML parser replaces each alias by its anchor's value. Nested lists of aliases turn a small file into an
/// enormous one ("billion laughs").
enum AliasLimit {
    /// Maximum copies of one value after expansion.
    static let maximumCopies = 100_000.0

    /// Returns whether no value of the file can expand to more than ``maximumCopies`` copies.
    ///
    /// With `anchors` anchors and `aliases` aliases, a value has at most (aliases / anchors) ^ anchors copies,
    /// which is reached when each anchor holds equally many aliases of the previous one.
    static func holds(_ yaml: String) -> Bool {
        var (anchors, aliases) = (0, 0)
        var before = UInt8(ascii: "\n")
        for byte in yaml.utf8 {
            defer { before = byte }
            guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*") else { continue }
            // Anchors and aliases begin a value, so whitespace or an opening bracket precedes them. Plain texts
            // may contain them too, so the count is never too low.
            switch before {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: " "), UInt8(ascii: "["),
                UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "-"):
                if byte == UInt8(ascii: "&") { anchors += 1 } else { aliases += 1 }
            default: break
            }
        }
        // Fewer anchors may be in use than are defined, so the worst number of them decides.
        var worst = 1.0
        for used in 1...max(1, min(anchors, 64)) {
            var copies = 1.0
            for _ in 0..<used where copies <= maximumCopies { copies *= max(1, Double(aliases) / Double(used)) }
            worst = max(worst, copies)
        }
        return anchors == 0 || worst <= maximumCopies
    }
}
