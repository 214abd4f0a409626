/// The number of frames that Whisper's encoder can process within the time that a turn's text may take. Pure.
///
/// The encoder was trained with 30 s of sound. With less it is faster and makes more errors. So it gets as much as this
/// machine processes in time.
struct EncoderBudget: Sendable {
    /// The time that a transcription may take.
    static let time = Duration.milliseconds(1200)
    /// The part of a new measurement in the mean.
    private static let weight = 0.5

    private var timePerFrame: Double?

    /// Records how long a transcription took.
    mutating func record(_ time: Duration, frames: Int) {
        guard frames > 0 else { return }
        let new = time / .seconds(1) / Double(frames)
        timePerFrame = timePerFrame.map { $0 + Self.weight * (new - $0) } ?? new
    }

    /// The number of frames; 0, for as few as possible, before the first measurement.
    var frames: Int {
        guard let timePerFrame, timePerFrame > 0 else { return 0 }
        return Int(min(1e6, Self.time / .seconds(1) / timePerFrame))
    }
}
