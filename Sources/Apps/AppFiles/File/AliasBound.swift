/// Tells, before a file is read as YAML, whether its aliases could multiply beyond measure.
///
/// A reader puts in for each alias what it stands for. With lists of aliases of lists of aliases a small file becomes an
/// immense one.
enum AliasBound {
    /// How often one thing may stand in the file in the end.
    static let maximumCopies = 100_000.0

    /// Whether the file is safe: `anchors` names for which `aliases` stand make at most (aliases / anchors) ^ anchors
    /// copies of one thing, which is most when each stands for as many of the one before.
    static func holds(_ yaml: String) -> Bool {
        var (anchors, aliases) = (0, 0)
        var before = UInt8(ascii: "\n")
        for byte in yaml.utf8 {
            defer { before = byte }
            guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*") else { continue }
            // Both begin a value, so a blank or an opening bracket is before them. Texts may hold such too: the count
            // is never too small.
            switch before {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: " "), UInt8(ascii: "["),
                UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "-"):
                if byte == UInt8(ascii: "&") { anchors += 1 } else { aliases += 1 }
            default: break
            }
        }
        // Fewer anchors than there are may be in use: the worst number of them decides.
        var worst = 1.0
        for used in 1...max(1, min(anchors, 64)) {
            var copies = 1.0
            for _ in 0..<used where copies <= maximumCopies { copies *= max(1, Double(aliases) / Double(used)) }
            worst = max(worst, copies)
        }
        return anchors == 0 || worst <= maximumCopies
    }
}
