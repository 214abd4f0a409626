import SaybusAudioOutput
import SaybusExternalEngines
import SaybusMessages

/// The texts that a peer wants to be spoken.
extension PeerSession {
    /// Speaks the text of an event.
    func speak(_ event: WyomingEvent) async throws {
        var voice = PeerVoice(peer, try gateway.synthesizer())
        let format: AudioEvent.Speech.Format? = event.text("text_format") == "ssml" ? .ssml : nil
        try await voice.speak(
            AudioEvent.Speech(event.text("text") ?? "", format: format, voice: Self.voice(event.data["voice"])))
        try await voice.finish()
    }

    /// Returns the name of a voice that a peer asks for, else its language; nil for neither.
    private static func voice(_ voice: JSONValue?) -> String? {
        if case .string(let name)? = voice?["name"], !name.isEmpty { return name }
        guard case .string(let language)? = voice?["language"], !language.isEmpty else { return nil }
        return language.replacing("_", with: "-")
    }

    /// Begins a text that comes in pieces.
    mutating func beginText(_ event: WyomingEvent) throws {
        streamedText = (SentenceStream(), PeerVoice(peer, try gateway.synthesizer()), Self.voice(event.data["voice"]))
    }

    /// Speaks the sentences that a piece of the text completes.
    mutating func speakMore(_ piece: String) async throws {
        // In place: a copy of the text for each small piece would cost more than the pieces.
        let sentences = streamedText?.sentences.append(piece) ?? []
        let name = streamedText?.name
        for sentence in sentences {
            try await streamedText?.voice.speak(AudioEvent.Speech(sentence, voice: name))
        }
    }

    /// Speaks the rest of the text.
    mutating func endText() async throws {
        guard var text = streamedText else { return }
        if let rest = text.sentences.finish() { try await text.voice.speak(.init(rest, voice: text.name)) }
        try await text.voice.finish()
        streamedText = nil
        try await peer.send(WyomingEvent(type: "synthesize-stopped"))
    }
}
