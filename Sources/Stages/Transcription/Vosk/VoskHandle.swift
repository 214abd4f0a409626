/// A loaded Vosk model, which several recognizers may share.
final class VoskModel: @unchecked Sendable {
    // Unchecked: the pointer never changes, and the library counts references to the model itself, from any thread.
    let library: VoskLibrary
    let pointer: VoskLibrary.Model

    init(_ directory: String, _ library: VoskLibrary) throws(TranscriptionError) {
        guard let pointer = library.newModel(directory) else {
            throw TranscriptionError(.engine, "Vosk did not load the model in \(directory): unpack it again")
        }
        (self.library, self.pointer) = (library, pointer)
    }

    deinit { library.freeModel(pointer) }

    /// Returns whether the model's vocabulary contains a word.
    func knows(_ word: String) -> Bool { library.findWord(pointer, word) >= 0 }
}

/// A recognizer of the Vosk library, used only by the actor that created it.
final class VoskHandle {
    private let model: VoskModel
    private let pointer: VoskLibrary.Recognizer

    /// - Parameters:
    ///   - model: The model to recognize with.
    ///   - grammar: A JSON array of sentences; nil recognizes anything.
    init(_ model: VoskModel, grammar: String?) throws(TranscriptionError) {
        let library = model.library
        let rate = Float(TurnBuffer.rate)
        guard
            let pointer = grammar.map({ library.newGrammarRecognizer(model.pointer, rate, $0) })
                ?? library.newRecognizer(model.pointer, rate)
        else {
            throw TranscriptionError(.engine, "Vosk made no recognizer of its model: take another model")
        }
        (self.model, self.pointer) = (model, pointer)
        library.setWords(pointer, 1)
    }

    deinit { model.library.freeRecognizer(pointer) }

    /// Processes sound.
    /// - Returns: The text of a segment of speech that has ended; nil while a segment goes on.
    func accept(_ samples: [Int16]) throws(TranscriptionError) -> ExternalAnswer? {
        guard !samples.isEmpty else { return nil }
        switch model.library.accept(pointer, samples, Int32(samples.count)) {
        case 0: return nil
        case 1: return try answer(model.library.result)
        default: throw TranscriptionError(.engine, "Vosk did not take \(samples.count) samples: begin a new turn")
        }
    }

    /// Returns the text so far of the current segment.
    func partial() throws(TranscriptionError) -> String { try answer(model.library.partialResult).partial ?? "" }

    /// Ends the sound and returns the text of the last segment.
    func finish() throws(TranscriptionError) -> ExternalAnswer { try answer(model.library.finalResult) }

    /// Discards the sound and the hypotheses so far.
    func reset() { model.library.reset(pointer) }

    private func answer(_ ask: VoskLibrary.Answer) throws(TranscriptionError) -> ExternalAnswer {
        guard let text = ask(pointer), let answer = ExternalAnswer(json: Array(String(cString: text).utf8)) else {
            throw TranscriptionError(.garbage, "Vosk gave an answer that cannot be read: take libvosk 0.3.45")
        }
        return answer
    }
}
