import CSaybusFlite
import Glibc
import SaybusDynamicLoading

/// A voice that libflite has loaded.
///
/// Unchecked: the pointer never changes, and the one serial queue that synthesizes is the only one to use it.
public final class FliteVoice: @unchecked Sendable {
    /// The name, language, sample rate and pitch of the voice.
    public let entry: FliteVoiceEntry
    private let library: FliteLibrary
    private let voice: FliteLibrary.Voice

    /// The samples of a chunk, at least: a twentieth of a second.
    static let chunk: Int32 = 800

    /// The places of the sentence's words, known before its first sound.
    public struct Timing: Sendable, Equatable {
        /// For each token, its first sample; nil for one that is not spoken.
        public var starts: [Int?]
        /// The first sample after the silence with which the sentence begins.
        public var soundStart: Int
        /// The first sample of the silence with which the sentence ends.
        public var soundEnd: Int
    }

    /// Loads a voice.
    /// - Throws: ``FliteError`` with code `voice-missing`.
    public init(_ entry: FliteVoiceEntry, _ library: FliteLibrary) throws(FliteError) {
        let file = library.folder + entry.library
        let loaded = try DynamicLibrary([file]) { reason in
            FliteError(
                .voiceMissing, "flite's voice \(entry.name) cannot be loaded (\(reason)): \(FliteLibrary.advice)")
        }
        let stranger = FliteError(
            .voiceMissing, "\(file) holds no voice \(entry.name) of flite 2: \(FliteLibrary.advice)")
        let register: @convention(c) (UnsafePointer<CChar>?) -> FliteLibrary.Voice? = try loaded.function(
            "register_cmu_us_\(entry.name)", or: stranger)
        guard let voice = register(nil), let name = voice.pointee.name, strcmp(name, entry.name) == 0 else {
            throw stranger
        }
        (self.entry, self.library, self.voice) = (entry, library, voice)
    }

    /// The state of a call of ``speak(_:stretch:pitch:to:)``.
    private final class Run {
        let voice: FliteVoice
        let receive: (Timing?, UnsafeBufferPointer<Int16>) -> Bool
        var hasBegun = false

        init(_ voice: FliteVoice, _ receive: @escaping (Timing?, UnsafeBufferPointer<Int16>) -> Bool) {
            (self.voice, self.receive) = (voice, receive)
        }
    }

    /// Speaks a sentence. Blocks until the receiver has all of its sound, or has stopped it.
    /// - Parameters:
    ///   - tokens: The words.
    ///   - stretch: The factor of the duration; 1 is the voice's usual speed.
    ///   - pitch: The factor of the pitch; a voice whose pitch is fixed ignores it.
    ///   - receive: Takes the sound chunk by chunk, and the timing with the first one. False stops the sentence.
    /// - Throws: ``FliteError`` with code `failed`.
    public func speak(
        _ tokens: [FliteToken], stretch: Float, pitch: Float = 1,
        to receive: (Timing?, UnsafeBufferPointer<Int16>) -> Bool
    ) throws(FliteError) {
        guard let utterance = library.newUtterance() else { throw failure }
        defer { library.deleteUtterance(utterance) }
        guard library.initialize(utterance, voice) != nil,
            let relation = library.createRelation(utterance, Names.token.start),
            let features = utterance.pointee.features, let streaming = library.newStreaming()
        else { throw failure }
        for token in tokens {
            guard let item = library.append(relation, nil) else { throw failure }
            library.setText(item, Names.name.start, token.name)
            library.setText(item, Names.opening.start, token.opening)
            library.setText(item, Names.closing.start, token.closing)
            library.setText(item, Names.whitespace.start, " ")
            if token.stretch != 1 { library.setNumber(item, Names.localStretch.start, token.stretch) }
        }
        library.setFeature(features, Names.stretch.start, library.feature(features, "duration_stretch", 1) * stretch)
        if let base = entry.pitch, pitch != 1 { library.setFeature(features, Names.pitch.start, base * pitch) }
        streaming.pointee.min_buffsize = Self.chunk
        streaming.pointee.callback = { wave, start, size, _, streaming in
            guard let wave, let streaming, let data = streaming.pointee.userdata else { return -1 }
            // The pointer is that of the call below, during which the run lives.
            let run = Unmanaged<Run>.fromOpaque(data).takeUnretainedValue()
            let timing = run.hasBegun ? nil : streaming.pointee.utterance.map { run.voice.timing(of: $0) }
            run.hasBegun = true
            guard let samples = wave.pointee.samples, start >= 0, size >= 0,
                Int(start) + Int(size) <= Int(wave.pointee.num_samples)
            else { return -1 }
            return run.receive(timing, UnsafeBufferPointer(start: samples + Int(start), count: Int(size))) ? 0 : -1
        }
        // The value owns the streaming information, the utterance the value.
        guard let value = library.streamingValue(streaming) else { throw failure }
        library.setValue(features, Names.streaming.start, value)
        try withoutActuallyEscaping(receive) { receive throws(FliteError) in
            let run = Run(self, receive)
            streaming.pointee.userdata = Unmanaged.passUnretained(run).toOpaque()
            let made = withExtendedLifetime(run) { library.synthesize(utterance) }
            guard made != nil || run.hasBegun else { throw failure }
        }
    }

    /// The names that the library keeps pointers to, so that they must last.
    private enum Names {
        static let token = lasting("Token")
        static let name = lasting("name")
        static let opening = lasting("prepunctuation")
        static let closing = lasting("punc")
        static let whitespace = lasting("whitespace")
        static let localStretch = lasting("local_duration_stretch")
        static let stretch = lasting("duration_stretch")
        static let pitch = lasting("int_f0_target_mean")
        static let streaming = lasting("streaming_info")

        private static func lasting(_ text: StaticString) -> LastingText {
            LastingText(start: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
        }
    }

    /// The text of a literal.
    ///
    /// Unchecked: literals are constants of the program.
    private struct LastingText: @unchecked Sendable { let start: UnsafePointer<CChar> }

    private var failure: FliteError {
        FliteError(.failed, "flite made no sound of a sentence: say it in other words, or with another voice")
    }

    private static let wordStart = "R:SylStructure.daughter1.daughter1.R:Segment.p.end"

    /// Reads the times of an utterance whose durations are known.
    private func timing(of utterance: FliteLibrary.Utterance) -> Timing {
        let rate = Float(entry.rate)
        var timing = Timing(starts: [], soundStart: 0, soundEnd: .max)
        var token = library.relation(utterance, "Token").flatMap { library.head($0) }
        while let item = token {
            timing.starts.append(
                library.daughter(item).map { Int((library.number($0, Self.wordStart) * rate).rounded()) })
            token = library.next(item)
        }
        guard let segments = library.relation(utterance, "Segment") else { return timing }
        if let first = library.head(segments), isPause(first) {
            timing.soundStart = Int(library.number(first, "end") * rate)
        }
        if let last = library.tail(segments), isPause(last) {
            timing.soundEnd = max(timing.soundStart, Int(library.number(last, "p.end") * rate))
        }
        return timing
    }

    private func isPause(_ segment: FliteLibrary.Item) -> Bool {
        library.text(segment, "name").map { strcmp($0, "pau") == 0 } ?? false
    }
}
