import SaybusMessages

extension Synthesizer {
    /// Begins synthesis in a language, unless the speech has a voice of its own. A language that its SSML states comes
    /// first.
    ///
    /// An engine that lacks the language speaks with its default voice, which the stage's status says. A program gets
    /// only names that somebody chose for it.
    /// - Parameters:
    ///   - speech: The speech.
    ///   - language: The BCP 47 tag; nil for the language of the default voice.
    /// - Throws: ``SynthesisError`` for an unknown voice or a value out of range.
    package func synthesize(_ speech: AudioEvent.Speech, in language: String?) async throws -> SpeechAudio {
        let stated = SSMLLanguage.tag(of: speech)
        // This engine would find the stated language by itself, but the status would not say that it lacks it.
        let own = engine == SynthesisEngine.auto.rawValue ? stated : nil
        guard speech.voice == nil, engine != SynthesisEngine.command.rawValue,
            let wanted = own ?? language.map({ stated ?? $0 })
        else { return try await synthesize(speech) }
        var inLanguage = speech
        inLanguage.voice = wanted
        do {
            return try await synthesize(inLanguage)
        } catch let error as SynthesisError where error.code == .unknownVoice {
            // The wrapper has seen the name of a voice only.
            (self as? MonitoredSynthesizer)?.lacks(wanted)
            return try await synthesize(speech)
        }
    }
}

extension AudioSequence {
    /// Returns the language of its speech without a voice; nil for that of the default voice.
    /// - Parameter chosenVoice: The default voice that somebody has chosen, which speech in its language keeps; nil for
    ///   that of the engine.
    package func spokenLanguage(withVoice chosenVoice: String?) -> String? {
        guard let language, let chosenVoice else { return language }
        return LanguageTag.names(chosenVoice, language) ? nil : language
    }
}
