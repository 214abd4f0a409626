import SaybusListening
import SaybusMessages
import SaybusStage
import SaybusTranscription

/// A recorder of the turns that an endpointer opens and closes. It feeds their sound to a recognizer.
struct TurnListener {
    let recognizer: (any SpeechRecognizer)?
    private(set) var turns: [Range<Int>] = []
    private(set) var inMidCommand: [Bool] = []

    private var opening = TurnOpening()
    private var isInMidCommand = false
    private var start = 0
    private var pending: [Int16] = []
    /// Partial results that reach the endpointer two frames of 20 ms later.
    private var said: [RecognizedSoFar?] = [nil, nil]

    init(recognizer: (any SpeechRecognizer)?) { self.recognizer = recognizer }

    mutating func due() -> RecognizedSoFar? {
        said.append(nil)
        return said.removeFirst()
    }

    /// Takes an action of the endpointer, and gives the recognizer sound in chunks.
    /// - Throws: `StageFailure` with code `unavailable` when the recognizer fails; `CancellationError`.
    mutating func take(_ action: Endpointer.Action, chunk: Int) async throws {
        do {
            try await hear(action, chunk: chunk)
        } catch {
            // A cancelled engine may fail with an error of its own.
            try Task.checkCancellation()
            throw StageFailure(.unavailable, "\(recognizer.map { "\($0.engine): " } ?? "")\(error)")
        }
    }

    private mutating func hear(_ action: Endpointer.Action, chunk: Int) async throws {
        switch action {
        case .start(let position, let samples):
            (start, pending, said, isInMidCommand) = (position, samples, [nil, nil], false)
            if let recognizer { _ = try await opening.begin(recognizer) }
        case .append(let samples): pending += samples
        case .end(_, let position):
            turns.append(start..<position)
            inMidCommand.append(isInMidCommand)
            return await recognizer?.cancel() ?? ()
        }
        while pending.count >= chunk {
            let partial = try await recognizer?.accept(Array(pending.prefix(chunk)))
            pending.removeFirst(chunk)
            if let partial { isInMidCommand = partial.isComplete == false }
            if let partial, let heard = partial.heardMs, let end = partial.wordsEndMs {
                said[said.count - 1] = RecognizedSoFar(
                    isComplete: partial.isComplete, mayGoOn: partial.mayGoOn,
                    heard: PCMFormat.speech.samples(.milliseconds(heard)),
                    wordsEnd: PCMFormat.speech.samples(.milliseconds(end)))
            }
        }
    }
}
