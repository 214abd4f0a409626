import Foundation
import SaybusExternalEngines
import SaybusStage
import SaybusSupport

/// A recognizer that runs an external program for each turn.
///
/// The program reads the turn's sound on standard input and writes lines of JSON (`ExternalAnswer`) to
/// standard output.
///
/// The sound is 16 kHz, signed 16-bit, little-endian, one channel. The input ends with the turn; the program
/// then writes the text and exits. A program serves one turn. The program for the next turn is started in
/// advance, so that it can load its model. The environment variable `SAYBUS_VOCABULARY` names a file with the
/// vocabulary: `{"revision", "words", "sentences"}`.
///
/// Calls block while the program works, so the actor has its own dispatch queue as executor.
public actor CommandRecognizer: SpeechRecognizer {
    /// `command`
    public nonisolated let engine = "command"
    private let executor = SerialQueueExecutor(label: "saybus.command")
    /// The actor's dispatch queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The maximum length of a line in bytes, and the maximum number of lines in a turn.
    private static let maximumLine = 1 << 20
    private static let maximumLines = 100_000

    private final class Turn {
        var turn: ExternalTurn
        var process: CommandProcess
        /// Whether the program has written its text and ended, while the turn goes on.
        var hasEnded = false
        /// The file that the program may still have to read, although the next turns have another vocabulary.
        private let vocabulary: VocabularyFile?

        init(_ vocabulary: VocabularyFile?, _ process: consuming CommandProcess) {
            turn = ExternalTurn(revision: vocabulary?.revision)
            self.process = process
            self.vocabulary = vocabulary
        }
    }

    private let command: [String]
    private let timeout: Duration
    private var vocabulary: VocabularyFile?
    /// The program started in advance for the next turn.
    private var next: CommandProcess?
    private var open: Turn?

    /// Creates a recognizer that is a program.
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - timeout: The time that the program has to accept sound, and to write the text after the end of the sound.
    init(_ command: [String], timeout: Duration) { (self.command, self.timeout) = (command, timeout) }

    /// Writes the vocabulary file, and starts the program for the next turn with it. An open turn keeps its own.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) throws -> [VocabularyProblem] {
        let grammar = vocabulary.isDictation ? nil : GrammarCompiler.compile(vocabulary)
        let file = try VocabularyFile(grammar, revision: vocabulary.revision)
        // The program goes before its file, which it may be about to read.
        next = nil
        self.vocabulary = file
        prepare()
        return grammar?.problems ?? []
    }

    /// Opens a turn with the program that was started in advance.
    public func begin() throws {
        cancel()
        try converting { () throws(EngineFailure) in
            // The program that was started in advance may have exited.
            if next?.stream.isClosed != false { next = try started() }
            guard let process = next.take() else { return }
            open = Turn(vocabulary, process)
        }
    }

    /// Sends sound, and reads what the program has written so far. One that has written its text and ended gets no
    /// more.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let open else { throw TranscriptionError.noTurn }
        let kept = open.turn.append(samples)
        guard !kept.isEmpty, !open.hasEnded else { return nil }
        var partial: PartialResult?
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + timeout
            let bytes = kept.withUnsafeBytes { Array($0) }
            do throws(EngineFailure) {
                try open.process.stream.send(bytes, before: deadline)
                // A program that buffers by block may stop in the middle of a line; the rest comes with later sound.
                while let line = try open.process.stream.lineIfThere(limit: Self.maximumLine) {
                    partial = try take(line, open) ?? partial
                }
            } catch {
                guard error.code == .unreachable else { throw error }
                partial = try lastLines(of: open, before: deadline) ?? partial
            }
        }
        return partial
    }

    /// Reads what a program that has ended in mid-turn has written: its text, if it looks for the end of the speech
    /// itself, or the reason why it cannot work.
    private func lastLines(
        of open: Turn, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> PartialResult? {
        open.hasEnded = true
        var partial: PartialResult?
        for _ in 0..<Self.maximumLines {
            guard let line = try open.process.stream.lineOrEnd(limit: Self.maximumLine, before: deadline) else { break }
            partial = try take(line, open) ?? partial
        }
        let ending = open.process.ending(before: deadline)
        guard open.turn.isAnswered, ending == .exit(0) else {
            let how = ending.map { "\($0)" } ?? "closed its output"
            throw EngineFailure(.unreachable, "\(command[0]) \(how) before the end of the turn")
        }
        return partial
    }

    /// Ends the input, and reads the output to its end, or until the task is cancelled.
    public func finish() async throws -> RecognitionResult {
        guard let open else { throw TranscriptionError.noTurn }
        defer { self.open = nil }
        // The next program loads its model while this one finishes.
        prepare()
        let interrupter = try converting { () throws(EngineFailure) in try open.process.stream.interrupter() }
        return try await withTaskCancellationHandler {
            try answer(to: open)
        } onCancel: {
            interrupter.interrupt()
        }
    }

    private func answer(to open: Turn) throws(TranscriptionError) -> RecognitionResult {
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + timeout
            open.process.stream.finishSending()
            for _ in 0..<Self.maximumLines {
                guard let line = try open.process.stream.lineOrEnd(limit: Self.maximumLine, before: deadline) else {
                    if open.turn.isAnswered { return }
                    // It may still be running.
                    if Task.isCancelled { throw EngineFailure(.unreachable, "\(command[0]) was not waited for") }
                    let ending = open.process.ending(before: deadline)
                    // A program may exit without a text when the sound is silence, unless it failed.
                    guard ending == .exit(0), SoundLevel.isSilence(open.turn.buffer.samples) else {
                        let how = ending.map { "\($0)" } ?? "closed its output"
                        throw EngineFailure(.unreachable, "\(command[0]) \(how) without a text")
                    }
                    return
                }
                _ = try take(line, open)
            }
            throw EngineFailure(.garbage, "\(command[0]) wrote more than \(Self.maximumLines) lines in a turn")
        }
        return open.turn.result(engine: engine)
    }

    /// Ends the program of the open turn.
    public func cancel() { open = nil }

    /// Parses a line, and returns the new partial text if there is one.
    private func take(_ line: [UInt8], _ open: Turn) throws(EngineFailure) -> PartialResult? {
        guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return nil }
        guard let answer = ExternalAnswer(json: line) else {
            throw EngineFailure(
                .garbage,
                "\(command[0]) wrote a line that is no {\"text\": …} or {\"partial\": …}: write logs to standard error")
        }
        if let error = answer.error { throw EngineFailure(.refused, "\(command[0]) failed: \(error.prefix(200))") }
        guard answer.text != nil else { return open.turn.partial(answer.partial ?? "") }
        open.turn.take(answer)
        return open.turn.partial("")
    }

    private func started() throws(EngineFailure) -> CommandProcess {
        try CommandProcess(
            command, environment: vocabulary.map { ["SAYBUS_VOCABULARY": $0.path] } ?? [:],
            standardError: StandardError.shared.descriptor)
    }

    /// Starts the next turn's program. A failure is reported when that turn begins.
    private func prepare() { if next == nil { next = try? started() } }

    /// Runs the body; on failure, ends the turn and converts the error.
    private func converting<Value>(
        _ body: () throws(EngineFailure) -> Value
    ) throws(TranscriptionError) -> Value {
        do throws(EngineFailure) {
            return try body()
        } catch {
            open = nil
            throw TranscriptionError(error)
        }
    }
}
