import SaybusEspeakNG
import SaybusSupport

/// The espeak-ng library of this process, used on its own dispatch queue.
actor EspeakEngine {
    static let shared = EspeakEngine()

    private nonisolated let executor = SerialQueueExecutor(label: "saybus.espeak-ng")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var rate = 0
    private var loaded: EspeakVoices?

    private init() {}

    /// Starts the library if needed, and returns its sample rate in hertz.
    func start() throws(SynthesisError) -> Int {
        guard rate == 0 else { return rate }
        guard let rate = EspeakLibrary.shared.use({ $0.rate }) else { throw Self.unavailable }
        self.rate = rate
        return rate
    }

    private static var unavailable: SynthesisError {
        guard EspeakLibrary.canOpenFiles else {
            return SynthesisError(
                .unavailable, "espeak-ng cannot open its files: this program has too many files open; raise ulimit -n.")
        }
        return SynthesisError(
            .unavailable, "espeak-ng does not start; check that its data (package espeak-ng-data) is installed.")
    }

    /// Returns the library's voices, without those of other engines (MBROLA), which may not be installed.
    func voices() throws(SynthesisError) -> EspeakVoices {
        if let loaded { return loaded }
        _ = try start()
        guard let result = EspeakLibrary.shared.use({ Self.voices(&$0) }) else { throw Self.unavailable }
        loaded = result
        return result
    }

    private static func voices(_ library: inout EspeakLibrary.Access) -> EspeakVoices {
        var voices: [Voice] = []
        var priorities: [[Int]] = []
        for entry in library.voices() where !entry.identifier.hasPrefix("mb/") {
            let gender: Voice.Gender? =
                switch entry.gender {
                case .male: .male
                case .female: .female
                case nil: nil
                }
            var voice = Voice(
                name: entry.name, identifier: entry.identifier, languages: entry.languages.map(\.name), gender: gender)
            (voice.engine, voice.quality, voice.licence) = ("espeak-ng", .low, "GPL-3.0-or-later")
            voices.append(voice)
            priorities.append(entry.languages.map(\.priority))
        }
        let variants = library.variants().compactMap { entry in
            let file = entry.identifier.split(separator: "/", maxSplits: 1)
            return file.count == 2 && file[0] == "!v" ? (name: entry.name, file: String(file[1])) : nil
        }
        return EspeakVoices(voices, priorities: priorities, variants: variants)
    }

    /// Requests a part of a text, whose blocks go to `receiver`. Returns at once.
    /// - Parameters:
    ///   - part: The part.
    ///   - endsAtOnce: Whether the engine's pause between two sentences is left out after the part.
    ///   - settings: The voice and its parameters.
    ///   - receiver: The receiver of the blocks.
    nonisolated func make(
        _ part: SpeechPart, endsAtOnce: Bool, _ settings: EspeakSettings, for receiver: EspeakPartReceiver
    ) {
        executor.async { self.assumeIsolated { $0.speak(part, endsAtOnce: endsAtOnce, settings, for: receiver) } }
    }

    private func speak(
        _ part: SpeechPart, endsAtOnce: Bool, _ settings: EspeakSettings, for receiver: EspeakPartReceiver
    ) {
        let job = receiver.job
        guard !job.isCancelled else { return job.pieceEnded(nil) }
        do throws(SynthesisError) {
            let rate = try start()
            guard !part.text.isEmpty else {
                job.takeSilence(of: part.pause, at: rate)
                return job.pieceEnded(nil)
            }
            let spoken: SynthesisError?? = try EspeakLibrary.shared.use { library throws(SynthesisError) in
                try Self.set(settings, &library)
                return Self.speak(part, endsAtOnce: endsAtOnce, for: receiver, &library)
            }
            guard let problem = spoken else { throw Self.unavailable }
            job.takeSilence(of: part.pause, at: rate)
            job.pieceEnded(problem)
        } catch {
            job.pieceEnded(error)
        }
    }

    private static func speak(
        _ part: SpeechPart, endsAtOnce: Bool, for receiver: EspeakPartReceiver, _ library: inout EspeakLibrary.Access
    ) -> SynthesisError? {
        let text = part.text
        let error = library.synthesize(text, isMarkup: part.isMarkup, endsWithPause: !endsAtOnce, for: receiver)
        guard let error, !receiver.isCancelled else { return nil }
        return SynthesisError(.failed, "espeak-ng gave up on a text of \(text.count) characters (error \(error)).")
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
        library.set(rate: settings.rate, pitch: settings.pitch, volume: settings.volume)
    }
}
