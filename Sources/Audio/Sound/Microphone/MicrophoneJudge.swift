/// A judge of a microphone: finds silence, clipping, hum and far too soft sound in what it records.
///
/// It looks at the last seconds, at each full second. Only speech can be too soft: a quiet room with a ticking clock is
/// none. Pure: samples go in, a fault comes out.
public struct MicrophoneJudge: Sendable {
    /// The fault found at the last full second; nil when there is none, or not enough was heard.
    public private(set) var fault: MicrophoneFault?

    private let window: Int
    private let isSpoken: Bool
    /// The speech of the last minutes, an element for each second.
    private var speech: [Speech] = []
    private var pendingSpeech = Speech()
    /// Whether all speech of the last minutes was too soft. This lasts until louder speech is heard.
    private var isSoft = false
    private var seconds: [MicrophoneSecond] = []
    private var pending: [Int16] = []

    /// The speech of a second.
    private struct Speech {
        var samples = 0
        /// The level of its loudest frame, in dBFS.
        var level = Level.silence
    }

    /// The seconds after which a fault is certain.
    public static let certain = 8
    /// The seconds for which speech is remembered: the microphone of a user who spoke up before whispering is good.
    private static let memory = 180
    /// The samples of speech among the last seconds from which on their level counts.
    private static let minimumSpeech = MicrophoneSecond.length
    /// The frames of 20 ms with clipped samples, for each second on average, that are a fault.
    private static let clippedFrames = 2
    /// The level in dBFS below which speech is too soft, and the difference between loud and soft frames that shows
    /// that something was said. The steady noise of a room differs less.
    private static let (softSpeech, modulation) = (-55.0, 12.0)
    /// The level in dBFS below which no microphone's own noise lies.
    private static let noNoise = -88.0
    /// The level in dBFS up to which a frame is digital silence.
    private static let noRoom = -96.0
    /// The share of the energy, and the level in dBFS, from which on a hum disturbs.
    private static let (humShare, humLevel) = (0.5, -55.0)

    /// Creates a judge.
    /// - Parameters:
    ///   - window: The seconds after which a fault is certain.
    ///   - isSpoken: Whether the user was asked to speak meanwhile, so that everything louder than the room is speech.
    ///     Otherwise ``observeSpeech(_:)`` tells what is.
    public init(window: Int = certain, isSpoken: Bool = false) {
        (self.window, self.isSpoken) = (max(1, window), isSpoken)
    }

    /// Takes a frame of which a voice detector says that it is speech. ``observe(_:)`` takes it, too.
    public mutating func observeSpeech(_ frame: [Int16]) {
        pendingSpeech.samples += frame.count
        pendingSpeech.level = max(pendingSpeech.level, Level.rms(frame))
    }

    /// Takes samples of 16 kHz.
    /// - Returns: Whether ``fault`` has changed.
    public mutating func observe(_ samples: [Int16]) -> Bool {
        pending += samples
        let before = fault
        while pending.count >= MicrophoneSecond.length {
            seconds.append(MicrophoneSecond(Array(pending.prefix(MicrophoneSecond.length))))
            pending.removeFirst(MicrophoneSecond.length)
            if seconds.count > window { seconds.removeFirst() }
            judgeSpeech()
            fault = judgement
        }
        return fault != before
    }

    /// Begins anew, after the microphone was missing.
    public mutating func restart() { self = Self(window: window, isSpoken: isSpoken) }

    /// Judges the speech of the last minutes after another second.
    private mutating func judgeSpeech() {
        speech.append(pendingSpeech)
        pendingSpeech = Speech()
        if speech.count > max(Self.memory, window) { speech.removeFirst() }
        if speech.contains(where: { $0.level >= Self.softSpeech }) {
            isSoft = false
        } else if speech.suffix(window).reduce(0, { $0 + $1.samples }) >= Self.minimumSpeech {
            isSoft = true
        }
    }

    /// The level of the loudest frames heard, in dBFS.
    public var loudest: Double { seconds.map(\.loud).max() ?? Level.silence }

    /// The largest sample heard, in dBFS.
    public var peak: Double { Level.rms([Int16(clamping: seconds.map(\.peak).max() ?? 0)]) }

    private var judgement: MicrophoneFault? {
        guard seconds.count >= window else { return nil }
        if seconds.allSatisfy({ $0.peak <= 1 }) { return .silent }
        if seconds.reduce(0, { $0 + $1.clippedFrames }) >= Self.clippedFrames * seconds.count { return .clipping }
        let humming = seconds.count { $0.hum >= Self.humShare && $0.loud >= Self.humLevel }
        if humming * 4 >= seconds.count * 3 { return .humming }
        if loudest < Self.noNoise || isSoft { return .tooSoft }
        guard isSpoken else { return nil }
        // Digital silence between two sounds is no room.
        let quietest = seconds.filter { $0.peak > 1 }.map(\.soft).filter { $0 > Self.noRoom }.min() ?? loudest
        return loudest < Self.softSpeech && loudest - quietest >= Self.modulation ? .tooSoft : nil
    }
}
