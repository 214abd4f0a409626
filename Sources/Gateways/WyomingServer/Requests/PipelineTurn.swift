import SaybusAudioOutput
import SaybusMessages

/// A turn of a pipeline: the transcript is carried out, and the peer gets the answer, as sound where the pipeline goes
/// so far.
struct PipelineTurn: Sendable {
    private let transcript: SpeechTranscript
    private let session: Session
    private let context: JSONValue?
    private let peer: WyomingPeer
    private let gateway: Gateway
    private let synthesizer: (any Synthesizer)?

    /// - Parameters:
    ///   - context: The context of the text, which peers expect back.
    ///   - synthesizer: The voice of the answer; nil for an answer without sound.
    init(
        _ transcript: SpeechTranscript, _ session: Session, _ context: JSONValue?, _ peer: WyomingPeer,
        _ gateway: Gateway, _ synthesizer: (any Synthesizer)?
    ) {
        (self.transcript, self.session, self.context) = (transcript, session, context)
        (self.peer, self.gateway, self.synthesizer) = (peer, gateway, synthesizer)
    }

    func run() async throws {
        var sentences: [(words: String, language: String?)] = []
        for await part in try gateway.turns.begin(transcript, in: session) {
            switch part {
            case .words(let words, let language): sentences.append((words, language))
            case .ended(let ended): try await peer.send(.answer(ended, context: context))
            }
        }
        try Task.checkCancellation()
        guard let synthesizer else { return }
        var voice = PeerVoice(peer, synthesizer)
        for sentence in sentences {
            try await voice.speak(AudioEvent.Speech(sentence.words), in: sentence.language)
            try Task.checkCancellation()
        }
        try await voice.finish()
    }
}
