/// The utterances in a stream of sound, without turns: for a gateway that hears a remote microphone.
package struct UtteranceStream: Sendable {
    private var vad = EnergyDetector()
    private var endpointer: Endpointer
    private var cutter = FrameCutter()

    /// Creates a stream.
    package init(_ configuration: EndpointerConfiguration = .init()) { endpointer = Endpointer(configuration) }

    /// Takes the next samples: 16 kHz, mono.
    package mutating func process(_ samples: [Int16]) -> [Endpointer.Action] {
        var actions: [Endpointer.Action] = []
        for frame in cutter.frames(with: samples) {
            actions += endpointer.consume(frame, isSpeech: vad.isSpeech(frame))
        }
        return actions
    }

    /// Applies a recognizer's result for the open utterance, which shows its end better than loudness does.
    package mutating func update(_ recognized: RecognizedSoFar) { endpointer.update(recognized) }
}
