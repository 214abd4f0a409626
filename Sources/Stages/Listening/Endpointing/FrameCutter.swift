import SaybusMessages

/// A cutter of sound that comes in pieces of any length into frames, on which detectors decide.
struct FrameCutter: Sendable {
    /// The samples of a frame.
    private static let length = PCMFormat.speech.frameLength

    /// The last samples, which are too few for a frame.
    private(set) var rest: [Int16] = []

    /// Takes the next samples, and returns the frames that are complete with them.
    mutating func frames(with samples: [Int16]) -> [[Int16]] {
        rest += samples
        let whole = rest.count - rest.count % Self.length
        defer { rest.removeFirst(whole) }
        return stride(from: 0, to: whole, by: Self.length).map { Array(rest[$0..<$0 + Self.length]) }
    }
}
