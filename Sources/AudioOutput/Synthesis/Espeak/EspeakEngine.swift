import CEspeakNG
import Synchronization

/// The library, which is one per process: global state, not made for threads. This actor alone calls it, on its own queue.
actor EspeakEngine {
    static let shared = EspeakEngine()

    private nonisolated let executor = EspeakQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How much sound the library gives at a time, in milliseconds.
    private static let blockMs: Int32 = 20

    /// Whose blocks the library makes now. The callback gets no context of ours, so it looks here.
    private static let current = Mutex<EspeakJob?>(nil)

    private var rate = 0
    private var loaded: EspeakVoices?
    private var voice: String?

    private init() {}

    /// Starts the library if it is not; gives its sample rate in hertz.
    func start() throws(SynthesisError) -> Int {
        guard rate == 0 else { return rate }
        let result = espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS, Self.blockMs, nil, Int32(espeakINITIALIZE_DONT_EXIT))
        guard result > 0 else {
            throw SynthesisError(
                .unavailable, "espeak-ng does not start; check that its data (package espeak-ng-data) is installed.")
        }
        espeak_SetSynthCallback { samples, count, events in
            guard let job = EspeakEngine.current.withLock({ $0 }) else { return 1 }
            var words: [EspeakJob.WordPlace] = []
            var event = events
            while let next = event, next.pointee.type != espeakEVENT_LIST_TERMINATED {
                if next.pointee.type == espeakEVENT_WORD {
                    words.append((text: Int(next.pointee.text_position), sample: Int(next.pointee.sample)))
                }
                event = next.successor()
            }
            // No samples at all is the end of a part, none yet an empty block: neither stops the library.
            guard let samples, count > 0 || !words.isEmpty else { return job.isCancelled ? 1 : 0 }
            return job.take(Array(UnsafeBufferPointer(start: samples, count: Int(count))), words) ? 0 : 1
        }
        rate = Int(result)
        return rate
    }

    /// The library's voices, without those of other engines (MBROLA), which may not be installed.
    func voices() throws(SynthesisError) -> EspeakVoices {
        if let loaded { return loaded }
        _ = try start()
        var voices: [Voice] = []
        var priorities: [[Int]] = []
        for entry in Self.entries(espeak_ListVoices(nil)) where !entry.voice.identifier.hasPrefix("mb/") {
            voices.append(entry.voice)
            priorities.append(entry.priorities)
        }
        let variants = "variant".withCString { language in
            var wanted = espeak_VOICE()
            wanted.languages = language
            return Self.entries(espeak_ListVoices(&wanted)).compactMap { entry in
                let file = entry.voice.identifier.split(separator: "/", maxSplits: 1)
                return file.count == 2 && file[0] == "!v" ? (name: entry.voice.name, file: String(file[1])) : nil
            }
        }
        let result = EspeakVoices(voices, priorities: priorities, variants: variants)
        loaded = result
        return result
    }

    /// Asks for a part of a text; `job` gets its blocks. Returns at once.
    nonisolated func make(_ part: SpeechPart, isLast: Bool, _ settings: EspeakSettings, for job: EspeakJob) {
        executor.async { self.assumeIsolated { $0.speak(part, isLast: isLast, settings, for: job) } }
    }

    private func speak(_ part: SpeechPart, isLast: Bool, _ settings: EspeakSettings, for job: EspeakJob) {
        guard !job.isCancelled else { return job.partEnded(nil) }
        do {
            _ = try start()
            try set(settings)
        } catch {
            return job.partEnded(error)
        }
        Self.current.withLock { $0 = job }
        defer { Self.current.withLock { $0 = nil } }
        let text = part.text
        let markup = part.isMarkup ? UInt32(espeakSSML) | UInt32(espeakPHONEMES) : 0
        let flags = UInt32(espeakCHARS_UTF8) | markup | (isLast ? 0 : UInt32(espeakENDPAUSE))
        let result = text.withCString { bytes in
            espeak_Synth(bytes, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, nil)
        }
        job.partEnded(
            result == EE_OK || job.isCancelled
                ? nil
                : SynthesisError(
                    .failed, "espeak-ng gave up on a text of \(text.count) characters (error \(result.rawValue))."))
    }

    private func set(_ settings: EspeakSettings) throws(SynthesisError) {
        if voice != settings.voice {
            voice = nil
            guard espeak_SetVoiceByName(settings.voice) == EE_OK else {
                throw SynthesisError(
                    .unknownVoice,
                    "espeak-ng cannot load the voice \"\(settings.voice)\"; `saybus voices` lists those that are installed."
                )
            }
            voice = settings.voice
        }
        espeak_SetParameter(espeakRATE, Int32(settings.rate), 0)
        espeak_SetParameter(espeakPITCH, Int32(settings.pitch), 0)
        espeak_SetParameter(espeakVOLUME, Int32(settings.volume), 0)
    }

    private static func entries(
        _ list: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?
    ) -> [(voice: Voice, priorities: [Int])] {
        var result: [(Voice, [Int])] = []
        var place = list
        while let entry = place?.pointee {
            place = place?.successor()
            guard let name = entry.pointee.name, let identifier = entry.pointee.identifier else { continue }
            let languages = languages(entry.pointee.languages)
            let gender: Voice.Gender? = [1: .male, 2: .female][Int(entry.pointee.gender)]
            result.append(
                (
                    Voice(
                        name: String(cString: name), identifier: String(cString: identifier),
                        languages: languages.map(\.name), gender: gender),
                    languages.map(\.priority)
                ))
        }
        return result
    }

    /// Reads pairs of a priority byte and a zero-ended name, up to a zero priority.
    private static func languages(_ bytes: UnsafePointer<CChar>?) -> [(name: String, priority: Int)] {
        var result: [(name: String, priority: Int)] = []
        var place = bytes
        while let start = place, start.pointee != 0 {
            let name = String(cString: start + 1)
            result.append((name, Int(UInt8(bitPattern: start.pointee))))
            place = start + 2 + name.utf8.count
        }
        return result.sorted { $0.priority < $1.priority }
    }
}
