/// A recognizer of libvosk. Only the actor that created it may use it.
///
/// Answers are JSON texts of the library: `{"text": …, "result": […]}` or `{"partial": …}`.
package final class VoskHandle {
    private let model: VoskModel
    private let pointer: VoskLibrary.Recognizer

    /// Creates a recognizer.
    /// - Parameters:
    ///   - rate: The sample rate in hertz.
    ///   - grammar: A JSON array of sentences; nil recognizes anything.
    package init(_ model: VoskModel, rate: Int, grammar: String?) throws(VoskError) {
        let library = model.library
        let rate = Float(rate)
        guard
            let pointer = grammar.map({ library.newGrammarRecognizer(model.pointer, rate, $0) })
                ?? library.newRecognizer(model.pointer, rate)
        else {
            throw VoskError(.refused, "Vosk made no recognizer of its model: take another model")
        }
        (self.model, self.pointer) = (model, pointer)
        library.setWords(pointer, 1)
    }

    deinit { model.library.freeRecognizer(pointer) }

    /// Takes samples.
    /// - Returns: The answer when the samples end a stretch of speech; nil while it goes on.
    package func accept(_ samples: [Int16]) throws(VoskError) -> String? {
        guard !samples.isEmpty else { return nil }
        switch model.library.accept(pointer, samples, Int32(samples.count)) {
        case 0: return nil
        case 1: return answer(model.library.result)
        default: throw VoskError(.refused, "Vosk did not take \(samples.count) samples: begin a new turn")
        }
    }

    /// Returns the answer for the current stretch of speech so far.
    package func partial() -> String { answer(model.library.partialResult) }

    /// Ends the last stretch of speech, and returns its answer.
    package func finish() -> String { answer(model.library.finalResult) }

    /// Drops the audio taken so far.
    package func reset() { model.library.reset(pointer) }

    private func answer(_ ask: VoskLibrary.Answer) -> String { ask(pointer).map { String(cString: $0) } ?? "" }
}
