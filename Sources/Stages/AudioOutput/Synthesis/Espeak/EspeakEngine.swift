import CSaybusEspeakNG
import SaybusEspeakNG
import SaybusSupport
import Synchronization

/// The espeak-ng library of this process, used on its own dispatch queue.
actor EspeakEngine {
    static let shared = EspeakEngine()

    private nonisolated let executor = SerialQueueExecutor(label: "saybus.espeak-ng")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The job whose blocks the library makes now. The callback gets no context, so it reads the job here.
    private static let current = Mutex<EspeakJob?>(nil)

    private var rate = 0
    private var loaded: EspeakVoices?

    private init() {}

    /// Starts the library if needed, and returns its sample rate in hertz.
    func start() throws(SynthesisError) -> Int {
        guard rate == 0 else { return rate }
        guard let rate = EspeakLibrary.shared.use({ $0.rate }) else { throw Self.unavailable }
        espeak_SetSynthCallback { samples, count, events in
            guard let job = EspeakEngine.current.withLock({ $0 }) else { return 1 }
            var words: [EspeakJob.WordPosition] = []
            var event = events
            while let next = event, next.pointee.type != espeakEVENT_LIST_TERMINATED {
                if next.pointee.type == espeakEVENT_WORD {
                    words.append((text: Int(next.pointee.text_position), sample: Int(next.pointee.sample)))
                }
                event = next.successor()
            }
            // The library passes no samples at the end of a part, and may pass an empty block before the first;
            // neither stops it.
            guard let samples, count > 0 || !words.isEmpty else { return job.isCancelled ? 1 : 0 }
            return job.take(Array(UnsafeBufferPointer(start: samples, count: Int(count))), words) ? 0 : 1
        }
        self.rate = rate
        return rate
    }

    private static var unavailable: SynthesisError {
        SynthesisError(
            .unavailable, "espeak-ng does not start; check that its data (package espeak-ng-data) is installed.")
    }

    /// Returns the library's voices, without those of other engines (MBROLA), which may not be installed.
    func voices() throws(SynthesisError) -> EspeakVoices {
        if let loaded { return loaded }
        _ = try start()
        guard let result = EspeakLibrary.shared.use({ _ in Self.voices }) else { throw Self.unavailable }
        loaded = result
        return result
    }

    private static var voices: EspeakVoices {
        var voices: [Voice] = []
        var priorities: [[Int]] = []
        for entry in entries(espeak_ListVoices(nil)) where !entry.voice.identifier.hasPrefix("mb/") {
            voices.append(entry.voice)
            priorities.append(entry.priorities)
        }
        let variants = "variant".withCString { language in
            var wanted = espeak_VOICE()
            wanted.languages = language
            return entries(espeak_ListVoices(&wanted)).compactMap { entry in
                let file = entry.voice.identifier.split(separator: "/", maxSplits: 1)
                return file.count == 2 && file[0] == "!v" ? (name: entry.voice.name, file: String(file[1])) : nil
            }
        }
        return EspeakVoices(voices, priorities: priorities, variants: variants)
    }

    /// Requests a part of a text, whose blocks go to `job`. Returns at once.
    /// - Parameters:
    ///   - part: The part.
    ///   - endsAtOnce: Whether the engine's pause between two sentences is left out after the part.
    ///   - settings: The voice and its parameters.
    ///   - job: The receiver of the blocks.
    nonisolated func make(_ part: SpeechPart, endsAtOnce: Bool, _ settings: EspeakSettings, for job: EspeakJob) {
        executor.async { self.assumeIsolated { $0.speak(part, endsAtOnce: endsAtOnce, settings, for: job) } }
    }

    private func speak(_ part: SpeechPart, endsAtOnce: Bool, _ settings: EspeakSettings, for job: EspeakJob) {
        guard !job.isCancelled else { return job.partEnded(nil) }
        do {
            let rate = try start()
            guard !part.text.isEmpty else {
                job.takeSilence(of: part.pause, at: rate)
                return job.partEnded(nil)
            }
            let problem = try EspeakLibrary.shared.use { library throws(SynthesisError) in
                try Self.set(settings, &library)
                return Self.speak(part, endsAtOnce: endsAtOnce, for: job)
            }
            job.takeSilence(of: part.pause, at: rate)
            job.partEnded(problem ?? nil)
        } catch {
            job.partEnded(error)
        }
    }

    private static func speak(_ part: SpeechPart, endsAtOnce: Bool, for job: EspeakJob) -> SynthesisError? {
        current.withLock { $0 = job }
        defer { current.withLock { $0 = nil } }
        let text = part.text
        let markup = part.isMarkup ? UInt32(espeakSSML) | UInt32(espeakPHONEMES) : 0
        let flags = UInt32(espeakCHARS_UTF8) | markup | (endsAtOnce ? 0 : UInt32(espeakENDPAUSE))
        let result = text.withCString { bytes in
            espeak_Synth(bytes, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, nil)
        }
        guard result != EE_OK, !job.isCancelled else { return nil }
        return SynthesisError(
            .failed, "espeak-ng gave up on a text of \(text.count) characters (error \(result.rawValue)).")
    }

    private static func set(
        _ settings: EspeakSettings, _ library: inout EspeakLibrary.Access
    ) throws(SynthesisError) {
        guard library.use(voice: settings.voice) else {
            throw SynthesisError(
                .unknownVoice,
                "espeak-ng cannot load the voice \"\(settings.voice)\"; `saybus voices` lists those that are installed."
            )
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

    /// Reads pairs of a priority byte and a zero-terminated name, up to a priority of zero.
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
