import Messages
import Sound

/// Makes the samples of one event, block by block, at a sink's rate.
///
/// What cannot be played of a composite is left out and noted; the rest is heard.
actor EventRenderer {
    /// Deepest nesting of composites, and most events in one.
    static let deepest = 16
    static let most = 10_000

    /// What was left out, in a sentence; nil when nothing was.
    private(set) var problem: String?
    /// Whether something could be played, if only nothing long.
    private(set) var hasPlayed = false

    private enum Source {
        case speech(AsyncThrowingStream<[Int16], any Error>.Iterator, Conversion)
        case tone(ToneGenerator)
        case silence(SilenceGenerator)
    }

    private let synthesizer: any Synthesizer
    private let rate: Int
    private let defaults: PlayDefaults
    private var events: [AudioEvent]
    private var source: Source?
    private var lookahead: [Int16]?

    init(_ event: AudioEvent, rate: Int, synthesizer: any Synthesizer, defaults: PlayDefaults) {
        (self.rate, self.synthesizer, self.defaults) = (rate, synthesizer, defaults)
        do {
            events = try Self.flat(event).reversed()
        } catch {
            events = []
            problem = error.description
        }
    }

    /// Makes the first block ready.
    func prepare() async {
        if lookahead == nil { lookahead = try? await make() }
    }

    /// The next block; nil after the last. Throws only when cancelled.
    func next() async throws -> [Int16]? {
        if let block = lookahead {
            lookahead = nil
            return block
        }
        return try await make()
    }

    private func make() async throws -> [Int16]? {
        while true {
            try Task.checkCancellation()
            do {
                if source == nil {
                    guard let event = events.popLast() else { return nil }
                    source = try await open(event)
                    hasPlayed = true
                }
                if let block = try await block() { return block }
                source = nil
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
            let audio = try await synthesizer.synthesize(defaults.applied(to: speech))
            return .speech(audio.blocks.makeAsyncIterator(), try Conversion(from: audio.rate, to: rate))
        case .tone(let tone):
            return .tone(
                try ToneGenerator(
                    frequency: tone.frequency, duration: .milliseconds(tone.durationMs), volume: tone.volume ?? 0.3,
                    rate: rate))
        case .silence(let durationMs):
            return .silence(try SilenceGenerator(duration: .milliseconds(durationMs), rate: rate))
        case .composite: return nil
        }
    }

    private func block() async throws -> [Int16]? {
        let size = max(1, rate / 50)
        switch source {
        case .speech(var blocks, let conversion):
            if let block = try await blocks.next(isolation: self) { return conversion.process(block) }
            let rest = conversion.finish()
            return rest.isEmpty ? nil : rest
        case .tone(var tone):
            let block = tone.next(size)
            source = .tone(tone)
            return block.isEmpty ? nil : block
        case .silence(var silence):
            let block = silence.next(size)
            source = .silence(silence)
            return block.isEmpty ? nil : block
        case nil: return nil
        }
    }

    private static func flat(_ event: AudioEvent) throws(SynthesisError) -> [AudioEvent] {
        var result: [AudioEvent] = []
        var open = [(event: event, depth: 0)]
        while let (event, depth) = open.popLast() {
            guard case .composite(let events) = event else {
                result.append(event)
                continue
            }
            guard depth < deepest, open.count + result.count + events.count <= most else {
                throw SynthesisError(
                    .outOfRange,
                    "A composite of more than \(most) events, or nested deeper than \(deepest), is not played.")
            }
            open += events.reversed().map { ($0, depth + 1) }
        }
        return result
    }

    /// A resampler that an enumeration can hold. Stays inside the actor.
    private final class Conversion {
        private var resampler: Resampler
        private var isOver = false

        init(from: Int, to: Int) throws { resampler = try Resampler(from: from, to: to) }

        func process(_ samples: [Int16]) -> [Int16] { resampler.process(samples) }

        /// The rest; nothing the second time.
        func finish() -> [Int16] {
            guard !isOver else { return [] }
            isOver = true
            return resampler.finish()
        }
    }
}
