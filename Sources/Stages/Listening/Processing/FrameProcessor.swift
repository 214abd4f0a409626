/// A stage of sound between the source and everything that listens: it gets each frame before speech is detected in it,
/// and returns the frame that the other stages get in its place.
///
/// With several processors, each gets what the one before it returns.
public protocol FrameProcessor: Sendable {
    /// Returns the frame in place of another one.
    ///
    /// The task that reads the source waits for it, so it must take less time than the frame lasts.
    /// - Parameter samples: 20 ms of mono sound of 16 kHz, or fewer at the end of a source.
    /// - Returns: As many samples. A processor that looks ahead returns earlier ones, and silence at first.
    /// - Throws: When there is no frame. The sound then passes as it is, and the stage shows the problem.
    func process(_ samples: [Int16]) async throws -> [Int16]
}
