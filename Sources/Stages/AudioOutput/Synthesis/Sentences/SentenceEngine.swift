import SaybusSupport

/// A library that makes the sound of one sentence at a time, used on its own dispatch queue.
actor SentenceEngine<Voices: SentenceVoices> {
    private nonisolated let executor = SerialQueueExecutor(label: Voices.label)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var voices: Voices
    /// The voices in memory, the one used last at the end.
    private var loaded: [(entry: Voices.Entry, voice: Voices.Voice)] = []

    init(_ voices: Voices) { self.voices = voices }

    /// Returns a voice, which is loaded unless it is in memory. The voice that was not used for longest makes room.
    @discardableResult
    func load(_ entry: Voices.Entry) throws(SynthesisError) -> Voices.Voice {
        if let place = loaded.firstIndex(where: { $0.entry == entry }) {
            loaded.append(loaded.remove(at: place))
            return loaded[loaded.count - 1].voice
        }
        if loaded.count >= Voices.maximumVoices { loaded.removeFirst() }
        let voice = try voices.load(entry)
        loaded.append((entry, voice))
        return voice
    }

    /// Requests a sentence, whose blocks go to `job`. Returns at once.
    nonisolated func make(
        _ sentence: Voices.Sentence, isLast: Bool, _ settings: Voices.Settings, for job: SpeechJob<Voices.Sentence>
    ) {
        executor.async {
            self.assumeIsolated { engine in
                var problem: SynthesisError?
                do throws(SynthesisError) {
                    if !job.isCancelled { try engine.speak(sentence, isLast: isLast, settings, for: job) }
                } catch { problem = error }
                job.pieceEnded(problem)
            }
        }
    }

    private func speak(
        _ sentence: Voices.Sentence, isLast: Bool, _ settings: Voices.Settings, for job: SpeechJob<Voices.Sentence>
    ) throws(SynthesisError) {
        let voice = try load(settings.voice)
        try voices.speak(sentence, isLast: isLast, settings, by: voice, for: job)
    }
}
