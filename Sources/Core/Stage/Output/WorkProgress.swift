import SaybusMessages

/// The progress of long work. Pure.
public struct WorkProgress: Sendable, Equatable {
    /// The number of parts that are done.
    public var done: Int
    /// The number of all parts; nil when unknown.
    public var total: Int?
    /// The part that is worked on, or what was found; empty for nothing.
    public var detail: String

    /// Creates the progress of some work, which has not begun by default.
    public init(done: Int = 0, total: Int? = nil, detail: String = "") {
        (self.done, self.total, self.detail) = (done, total, detail)
    }

    /// Returns the line for people, such as `saybus evaluate speech: 37 of 360, 2 min 10 s left; 12 dB`.
    /// - Parameters:
    ///   - work: The work's name.
    ///   - time: The time since its beginning.
    func line(_ work: String, after time: Duration) -> String {
        var parts: [String] = []
        if let total {
            parts.append("\(done) of \(total)")
        } else if done > 0 {
            parts.append("\(done)")
        }
        // An estimate from less than a twentieth, or three seconds, would jump.
        if let total, done > 0, done < total, done * 20 >= total, time >= .seconds(3) {
            parts.append("\(Self.words(time * Double(total - done) / Double(done))) left")
        } else if time >= .seconds(1) {
            parts.append(Self.words(time))
        }
        let rest = detail.isEmpty ? "" : (parts.isEmpty ? "" : "; ") + detail.safeForTerminal
        return "\(work): " + parts.joined(separator: ", ") + rest
    }

    private static func words(_ time: Duration) -> String {
        let seconds = Int(max(0, time / .seconds(1)).rounded())
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
        default: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
        }
    }
}
