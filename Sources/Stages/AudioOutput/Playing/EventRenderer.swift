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
        /// A file, of which at most a number of samples is still played.
        case file(SoundFileReader, left: Int, volume: Double)
        case bank(ArraySlice<Int16>, volume: Double)
    }

    /// The input of the rendering.
    private enum Item {
        case event(AudioEvent)
        /// Words that are spoken as they are: SSML among them has been cut at its sounds and languages.
        case words(AudioEvent.Speech)
        /// A sound within speech, with what is spoken if it cannot be played.
        case sound(AudioEvent.File, alternative: AudioEvent.Speech?)
        /// Words in another language, with the voice that speaks them if none knows the language.
        case foreign(AudioEvent.Speech, voice: String?)
    }

    /// The maximum length of a sound file, in seconds.
    static let maximumFileSeconds = 600

    private let synthesizer: any Synthesizer
    private let rate: Int
    private let settings: PlaySettings
    private let track: PlayQueue.SessionTrack
    /// The language of speech whose voice nobody has chosen; nil for that of the default voice.
    private let language: String?
    /// The resolver of a sound's name.
    private let sound: @Sendable (_ name: String) async throws -> SoundSource.Sound
    /// The remaining parts, the next one at the end.
    private var items: [Item]
    private var source: Source?
    /// The number of samples of ``source`` so far.
    private var sourceSamples = 0
    /// The repetition of ``source``, if it is to begin again at its end.
    private var loop: SoundLoop?
    private var pace = LoopPace(at: .now)

    init(
        _ event: AudioEvent, rate: Int, synthesizer: any Synthesizer, settings: PlaySettings,
        track: PlayQueue.SessionTrack, language: String? = nil,
        sound: @escaping @Sendable (_ name: String) async throws -> SoundSource.Sound
    ) {
        (self.rate, self.synthesizer, self.settings) = (rate, synthesizer, settings)
        (self.track, self.language, self.sound) = (track, language, sound)
        do {
            items = try Self.flattened(event).reversed().map { .event($0) }
        } catch {
            items = []
            problem = error.description
        }
    }

    /// Returns the next block; nil after the last. Throws only `CancellationError`.
    func next() async throws -> Block? {
        while true {
            try Task.checkCancellation()
            do {
                if source == nil {
                    guard let item = items.popLast() else { return nil }
                    source = try await open(item)
                    if source == nil { continue }
                }
                if let block = try await block() {
                    sourceSamples += block.samples.count
                    hasSamples = hasSamples || sourceSamples > 0
                    return block
                }
                source = nil
                if let loop {
                    // Such a sound would begin again at once, for ever.
                    guard sourceSamples > 0 || !loop.isWhole else {
                        throw SoundError(.empty, "\"\(loop.next.path.prefix(100))\" holds no sound that could loop.")
                    }
                    let length = Duration.seconds(Double(sourceSamples) / Double(rate))
                    try await Task.sleep(until: pace.next(after: length, at: .now), clock: .continuous)
                    items.append(.event(.file(loop.next)))
                }
                hasPlayed = true
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                source = nil
                loop = nil
                if problem == nil { problem = String(describing: error) }
            }
        }
    }

    private func open(_ item: Item) async throws -> Source? {
        (loop, sourceSamples) = (nil, 0)
        switch item {
        case .event(let event): return try await open(event)
        case .words(let speech): return try await open(words: speech)
        case .sound(let file, let alternative):
            do {
                return try await open(file)
            } catch let error where !(error is CancellationError) {
                // The words are spoken, whatever becomes of the sound. Sounds among them are cut out in turn, one level
                // of nesting at a time.
                if let alternative { items.append(.event(.speech(alternative))) }
                throw error
            }
        case .foreign(let speech, let voice):
            do {
                return try await open(words: speech)
            } catch let error as SynthesisError where error.code == .unknownVoice {
                var plain = speech
                plain.voice = voice
                items.append(.words(plain))
                throw error
            }
        }
    }

    private func open(_ event: AudioEvent) async throws -> Source? {
        switch event {
        case .speech(let speech):
            if speech.format == .ssml, queuePieces(of: speech) { return nil }
            return try await open(words: speech)
        case .tone(let tone):
            return .tone(
                try ToneGenerator(
                    frequency: tone.frequency, duration: .milliseconds(tone.durationMs), volume: tone.volume ?? 0.3,
                    attack: .milliseconds(tone.attackMs ?? 5), release: .milliseconds(tone.releaseMs ?? 5), rate: rate))
        case .silence(let durationMs):
            return .silence(try SilenceGenerator(duration: .milliseconds(durationMs), rate: rate))
        case .file(let file): return try await open(file)
        case .composite: return nil
        }
    }

    private func open(words speech: AudioEvent.Speech) async throws -> Source {
        do {
            let audio = try await synthesizer.synthesize(settings.applied(to: speech, track), in: language)
            return .speech(try SpeechReader(audio, rate: rate))
        } catch let error as SynthesisError where error.code == .badMarkup {
            // A mistake in the markup is no reason to leave the words unspoken.
            if let plain = speech.withoutMarkup { items.append(.words(plain)) }
            throw error
        }
    }

    /// Queues the words and sounds of SSML with sounds, and with languages if there are several engines.
    /// - Returns: False when it has none of them, and nothing was queued.
    private func queuePieces(of speech: AudioEvent.Speech) -> Bool {
        let cutsLanguages = synthesizer.engine == SynthesisEngine.auto.rawValue
        guard let pieces = SSMLPieces.pieces(speech.text, cutsLanguages: cutsLanguages) else { return false }
        let said = { (text: String) in
            var part = speech
            part.text = text
            return part
        }
        items += pieces.reversed().map { piece -> Item in
            switch piece {
            case .words(let text, nil): return .words(said(text))
            case .words(let text, let language):
                var part = said(text)
                part.voice = language
                return .foreign(part, voice: speech.voice)
            case .sound(let source, let alternative):
                return .sound(AudioEvent.File(source, volume: speech.volume), alternative: alternative.map { said($0) })
            }
        }
        return true
    }

    private func open(_ file: AudioEvent.File) async throws -> Source {
        let volume = file.volume ?? 1
        guard volume >= 0, volume <= 1 else {
            throw SynthesisError(.outOfRange, "A volume of \(volume) is not one of 0 to 1.")
        }
        guard 0...Self.maximumFileSeconds * 1000 ~= file.offsetMs ?? 0 else {
            throw SynthesisError(.outOfRange, "A sound cannot begin at \(file.offsetMs ?? 0) ms.")
        }
        let skipped = (file.offsetMs ?? 0) * rate / 1000
        let path: String
        switch try await sound(file.path) {
        case .bank(let sound):
            loop = SoundLoop(file)
            return .bank(sound.samples(rate: rate).dropFirst(skipped), volume: volume)
        case .file(let found): path = found
        }
        let reader = try SoundFileReader(path: path, rate: rate)
        let longest = Self.maximumFileSeconds * rate
        guard reader.length ?? 0 <= longest else {
            throw SynthesisError(
                .outOfRange,
                "\"\(file.path.prefix(100))\" is longer than \(Self.maximumFileSeconds) s; that is not played.")
        }
        // A file that is compressed cannot be entered at any place, so it is read up to there.
        var left = skipped
        while left > 0 {
            let count = try reader.read(min(left, rate)).count
            guard count > 0 else { break }
            left -= count
        }
        loop = SoundLoop(file)
        return .file(reader, left: longest - skipped, volume: volume)
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
        case .file(let reader, let left, let volume):
            samples = try reader.read(size)
            // A file may not state its length.
            guard samples.count <= left else {
                throw SynthesisError(
                    .outOfRange,
                    "The sound is longer than \(Self.maximumFileSeconds) s, and its rest is not played.")
            }
            source = .file(reader, left: left - samples.count, volume: volume)
            if volume != 1 { samples = samples.map { Int16((Double($0) * volume).rounded()) } }
        case .bank(let rest, let volume):
            samples = rest.prefix(size).map { volume == 1 ? $0 : Int16((Double($0) * volume).rounded()) }
            source = .bank(rest.dropFirst(size), volume: volume)
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
