import ArgumentParser

/// Numbers of seconds on the command line.
enum Seconds {
    /// The accepted range: 50 ms to a year.
    private static let range = 0.05...31_536_000.0

    static func checked(_ seconds: Double?, of option: String) throws -> Double? {
        guard let seconds else { return nil }
        guard range.contains(seconds) else {
            throw ValidationError("\(option) takes a number of seconds from 0.05 to 31536000, not \(seconds).")
        }
        return seconds
    }

    static func duration(_ seconds: Double) -> Duration { .milliseconds(Int64(seconds * 1000)) }
}
