import Glibc

/// A decoder that a fuzzer feeds.
public enum FuzzTarget: String, Sendable, CaseIterable {
    /// Frames of a message: topic, header, body, stamp.
    case message
    /// Bodies of messages: the kind in the first line, the body after it.
    case body
    /// The broker's policy files.
    case policy
    /// Apps as YAML files.
    case appFile = "app-file"
    /// Patterns of commands.
    case pattern
    /// SSML and Speech Markdown.
    case speechMarkup = "speech-markup"
    /// Sound files, such as WAV, FLAC and Ogg.
    case soundFile = "sound-file"
    /// Events of a Wyoming server.
    case wyoming
    /// Answers of a skill.
    case skillResponse = "skill-response"
    /// Files of recordings.
    case recording

    /// The processor time that one input may take.
    static let timeLimit = Duration.seconds(2)

    var decoder: any FuzzedDecoder.Type {
        switch self {
        case .message: MessageDecoder.self
        case .body: BodyDecoder.self
        case .policy: PolicyDecoder.self
        case .appFile: AppFileDecoder.self
        case .pattern: PatternDecoder.self
        case .speechMarkup: SpeechMarkupDecoder.self
        case .soundFile: SoundFileDecoder.self
        case .wyoming: WyomingDecoder.self
        case .skillResponse: SkillResponseDecoder.self
        case .recording: RecordingDecoder.self
        }
    }

    /// Inputs that the decoder accepts, from which others are derived.
    var seeds: [[UInt8]] { decoder.seeds }

    /// Decodes an input. A crash ends the program. Blocks the calling thread.
    /// - Returns: Whether the input was accepted.
    /// - Throws: ``FuzzViolation`` when something does not hold that must hold for every input.
    public func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let start = Self.processorTime()
        let isAccepted = try decoder.decode(input)
        let time = Self.processorTime() - start
        if time > Self.timeLimit { throw FuzzViolation(.time, "an input of \(input.count) bytes took \(time)") }
        return isAccepted
    }

    /// Returns the processor time of this thread. Unlike the clock's time it does not depend on the machine's load.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
