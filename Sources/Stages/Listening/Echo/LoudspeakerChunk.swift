import SaybusMessages

/// A chunk of audio on its way to a program's loudspeaker.
struct LoudspeakerChunk: Sendable {
    /// The samples of one channel.
    let samples: [Int16]
    /// The rate of the samples, in hertz.
    let rate: Int
    /// Whether the loudspeaker rests after the chunk. When it sounds again, its delay may be another one.
    let isLast: Bool
    /// The program that plays on the loudspeaker.
    let source: Source
    /// The time at which the chunk was sent, by the sender's wall clock, in microseconds.
    let sent: Int64
    /// The time at which the chunk arrived, by this machine's wall clock, in microseconds.
    let arrived: Int64
}
