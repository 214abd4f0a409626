import SaybusMessages

/// The utterances in a stream of sound, without turns: for a gateway that hears a remote microphone.
package struct UtteranceStream: Sendable {
    private var vad = EnergyDetector()
    private var endpointer: Endpointer
    private var pending: [Int16] = []

    /// The samples of a frame.
    private static let frame = PCMFormat.speech.frameLength

    /// Creates a stream.
    package init(_ configuration: EndpointerConfiguration = .init()) { endpointer = Endpointer(configuration) }

    /// Takes the next samples: 16 kHz, mono.
    package mutating func process(_ samples: [Int16]) -> [Endpointer.Action] {
        pending += samples
        var actions: [Endpointer.Action] = []
        var start = 0
        while pending.count - start >= Self.frame {
            let frame = Array(pending[start..<start + Self.frame])
            start += Self.frame
            actions += endpointer.consume(frame, isSpeech: vad.isSpeech(frame))
        }
        pending.removeFirst(start)
        return actions
    }

    /// Applies a recognizer's result for the open utterance, which shows its end better than loudness does.
    package mutating func update(_ recognized: RecognizedSoFar) { endpointer.update(recognized) }
}
