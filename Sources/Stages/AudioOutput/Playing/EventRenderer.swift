import SaybusMessages
import SaybusSound

/// A renderer of one event's samples, block by block, at a sink's rate.
///
/// Parts of a composite that cannot be played are left out and recorded as a problem; the rest is played.
actor EventRenderer {
    /// The maximum nesting of composites.
    static let maximumDepth = 16
    /// The maximum number of events in a composite.
    static let maximumEvents = 10_000

    /// The first problem with a part that was left out; nil without one.
    private var problem: String?
    /// Whether a part was rendered to its end.
    private var hasPlayed = false
    /// Whether any part had samples.
    private var hasSamples = false

    /// The outcome of the event; valid after the last block.
    var end: RenderBuffer.ItemEnd {
        guard let problem, !hasPlayed else { return .played(problem: problem) }
        return hasSamples ? .failed(problem) : .unplayable(problem)
    }

    /// A block of samples, with the words that begin in it by their first sample in the block.
    struct Block: Sendable, Equatable {
        var samples: [Int16]
        var words: [SpokenWord] = []
    }

    private enum Source {
        case speech(SpeechReader)
        case tone(ToneGenerator)
        case silence(SilenceGenerator)
        case file(SoundFileReader, volume: Double)
    }

    /// The maximum length of a sound file, in seconds.
    static let maximumFileSeconds = 600

    private let synthesizer: any Synthesizer
    private let rate: Int
    private let settings: PlaySettings
    private let lane: PlayQueue.Lane
    /// The resolver of a sound file's name to its path.
    private let sound: @Sendable (_ name: String) throws -> String
    private var events: [AudioEvent]
    private var source: Source?

    init(
        _ event: AudioEvent, rate: Int, synthesizer: any Synthesizer, settings: PlaySettings, lane: PlayQueue.Lane,
        sound: @escaping @Sendable (_ name: String) throws -> String
    ) {
        (self.rate, self.synthesizer, self.settings) = (rate, synthesizer, settings)
        (self.lane, self.sound) = (lane, sound)
        do {
            events = try Self.flattened(event).reversed()
        } catch {
            events = []
            problem = error.description
        }
    }

    /// Returns the next block; nil after the last. Throws only `CancellationError`.
    func next() async throws -> Block? {
        while true {
            try Task.checkCancellation()
            do {
                if source == nil {
                    guard let event = events.popLast() else { return nil }
                    source = try await open(event)
                }
                if let block = try await block() {
                    hasSamples = hasSamples || !block.samples.isEmpty
                    return block
                }
                source = nil
                hasPlayed = true
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                source = nil
                if problem == nil { problem = String(describing: error) }
            }
        }
    }

    private func open(_ event: AudioEvent) async throws -> Source? {
        switch event {
        case .speech(let speech):
            let audio = try await synthesizer.synthesize(settings.applied(to: speech, lane))
            return .speech(try SpeechReader(audio, rate: rate))
        case .tone(let tone):
            return .tone(
                try ToneGenerator(
                    frequency: tone.frequency, duration: .milliseconds(tone.durationMs), volume: tone.volume ?? 0.3,
                    attack: .milliseconds(tone.attackMs ?? 5), release: .milliseconds(tone.releaseMs ?? 5), rate: rate))
        case .silence(let durationMs):
            return .silence(try SilenceGenerator(duration: .milliseconds(durationMs), rate: rate))
        case .file(let file): return try open(file)
        case .composite: return nil
        }
    }

    private func open(_ file: AudioEvent.File) throws -> Source {
        let volume = file.volume ?? 1
        guard volume >= 0, volume <= 1 else {
            throw SynthesisError(.outOfRange, "A volume of \(volume) is not one of 0 to 1.")
        }
        let reader = try SoundFileReader(path: sound(file.path), rate: rate)
        guard reader.length <= Self.maximumFileSeconds * rate else {
            throw SynthesisError(
                .outOfRange,
                "\"\(file.path.prefix(100))\" is longer than \(Self.maximumFileSeconds) s; that is not played.")
        }
        return .file(reader, volume: volume)
    }

    private func block() async throws -> Block? {
        let size = max(1, rate / 50)
        var samples: [Int16] = []
        switch source {
        case .speech(let reader): return try await reader.next(isolation: self)
        case .tone(var tone):
            samples = tone.next(size)
            source = .tone(tone)
        case .silence(var silence):
            samples = silence.next(size)
            source = .silence(silence)
        case .file(let reader, let volume):
            samples = try reader.read(size)
            if volume != 1 { samples = samples.map { Int16((Double($0) * volume).rounded()) } }
        case nil: return nil
        }
        return samples.isEmpty ? nil : Block(samples: samples)
    }

    /// Returns the event, or the events of a composite in order, without nesting.
    private static func flattened(_ event: AudioEvent) throws(SynthesisError) -> [AudioEvent] {
        var result: [AudioEvent] = []
        var open = [(event: event, depth: 0)]
        while let (event, depth) = open.popLast() {
            guard case .composite(let events) = event else {
                result.append(event)
                continue
            }
            guard depth < maximumDepth, open.count + result.count + events.count <= maximumEvents else {
                throw SynthesisError(
                    .outOfRange,
                    "A composite of more than \(maximumEvents) events, or nested deeper than \(maximumDepth), "
                        + "is not played."
                )
            }
            open += events.reversed().map { ($0, depth + 1) }
        }
        return result
    }
}
