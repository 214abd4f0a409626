import SaybusMessages

/// Turns with synthetic sound. The words of the transcripts are not judged: a recognizer may find no words in a
/// synthetic voice, but must then report that.
struct TranscribeExercise: Exercise {
    let input: any BusMessage.Type = AudioInput.self
    let ends = [SpeechTranscript.kind]

    /// Samples of a chunk: 60 ms.
    private static let chunk = 960
    private static let chunks = 8

    func question(_ number: Int) -> [any BusMessage] {
        let sound = SyntheticVoice.samples(milliseconds: 60 * Self.chunks, frequency: 140 + 10 * Double(number % 8))
        let chunks: [any BusMessage] = (0..<Self.chunks).map { index in
            let samples = sound[index * Self.chunk..<(index + 1) * Self.chunk]
            return AudioInput(index: index, isLast: index == Self.chunks - 1, samples: PCM.bytes(samples))
        }
        return [SpeechStarted(positionMs: 0, input: "conform")] + chunks
            + [SpeechEnded(durationMs: 60 * Self.chunks, reason: .silence, chunks: Self.chunks)]
    }

    /// Returns a sentence that names the error in the transcript of a turn that lacks a chunk; nil when it is right.
    func problem(withLoss answer: [RawMessage]) -> String? {
        let missing = body(SpeechTranscript.self, in: answer)?.missingChunks ?? 0
        return missing == 1 ? nil : "one chunk was missing, and missingChunks says \(missing)"
    }

    func problem(with answer: [RawMessage], to number: Int) -> String? {
        guard let transcript = body(SpeechTranscript.self, in: answer) else {
            return "no speech.transcript can be read"
        }
        if transcript.text.isEmpty, transcript.empty == nil { return "the text is empty, and `empty` does not say why" }
        if !transcript.text.isEmpty, let empty = transcript.empty {
            return "there is a text, and `empty` says \(empty.rawValue)"
        }
        if let missing = transcript.missingChunks, missing > 0 {
            return "no chunk was missing, and missingChunks says \(missing)"
        }
        let partials = answer.compactMap { try? $0.decode(SpeechPartial.self).body.revision }
        return partials == Array(0..<partials.count) ? nil : "the partials' revisions are \(partials), not 0, 1, 2, …"
    }
}
