import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusPocketSphinx
import SaybusStage
import SaybusSupport

/// Lets a program recognize: the sound of a turn on its standard input, lines of JSON on its standard output (``ExternalAnswer``).
///
/// The sound is 16 kHz, signed 16-bit, little-endian, one channel; the input ends with the turn, and then the program says the text, as
/// its last line or before it ends. A program serves one turn, and the one for the next turn is started in advance, so that it can read
/// its model meanwhile. The variable `SAYBUS_VOCABULARY` names a file with what is listened for: `{"revision", "words", "sentences"}`.
/// Calls wait for the program, so the actor runs on a queue of its own.
public actor CommandRecognizer: SpeechRecognizer {
    /// `command`
    public nonisolated let engine = "command"
    private let executor = SerialQueueExecutor(label: "saybus.command")
    /// The queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The longest line that is read, in bytes, and how many lines.
    private static let maximumLine = 1 << 20
    private static let maximumLines = 100_000

    private final class Turn {
        var turn: ExternalTurn
        var process: CommandProcess

        init(_ turn: ExternalTurn, _ process: consuming CommandProcess) {
            self.turn = turn
            self.process = process
        }
    }

    private let command: [String]
    private let patience: Duration
    private var vocabulary: VocabularyFile?
    /// The program that waits for the next turn.
    private var next: CommandProcess?
    private var open: Turn?

    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - patience: How long it may take to say the text after the end of the sound.
    public init(_ command: [String], patience: Duration) { (self.command, self.patience) = (command, patience) }

    /// Writes the vocabulary for programs that care, and starts the next turn's program with it.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) throws -> [VocabularyProblem] {
        let grammar = vocabulary.isDictation ? nil : GrammarCompiler.compile(vocabulary)
        self.vocabulary = try VocabularyFile(grammar, revision: vocabulary.revision)
        next = nil
        prepare()
        return grammar?.problems ?? []
    }

    /// Opens a turn with the program that waits for it.
    public func begin() throws {
        cancel()
        try converting { () throws(EngineFailure) in
            // One may have ended while it waited.
            if next?.stream.isClosed != false { next = try started() }
            guard let process = next.take() else { return }
            open = Turn(ExternalTurn(revision: vocabulary?.revision), process)
        }
    }

    /// Sends sound, and reads what the program has said meanwhile.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let open else { throw TranscriptionError.noTurn }
        let kept = open.turn.append(samples)
        guard !kept.isEmpty else { return nil }
        var partial: PartialResult?
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + patience
            let bytes = kept.withUnsafeBytes { Array($0) }
            try open.process.stream.send(bytes, before: deadline)
            // A program that writes by the block ends one in the middle of a line, whose rest comes with more sound.
            while let line = try open.process.stream.lineIfThere(limit: Self.maximumLine) {
                partial = try take(line, open) ?? partial
            }
        }
        return partial
    }

    /// Ends the input and reads to the end of the output.
    public func finish() throws -> RecognitionResult {
        guard let open else { throw TranscriptionError.noTurn }
        defer { self.open = nil }
        // The next turn's program reads its model while this one thinks.
        prepare()
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + patience
            open.process.stream.finishSending()
            for _ in 0..<Self.maximumLines {
                guard let line = try open.process.stream.lineOrEnd(limit: Self.maximumLine, before: deadline) else {
                    if open.turn.isAnswered { return }
                    let ending = open.process.ending(before: deadline)
                    // Of silence nothing need be said, but by a program that has failed.
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

    /// Ends the turn's program.
    public func cancel() { open = nil }

    /// What a line says; a line that says a text that may change is a partial result.
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

    /// One that cannot be started says so at the next turn.
    private func prepare() { if next == nil { next = try? started() } }

    /// A turn with which something went wrong is over.
    private func converting(_ body: () throws(EngineFailure) -> Void) throws(TranscriptionError) {
        do throws(EngineFailure) {
            try body()
        } catch {
            open = nil
            throw TranscriptionError(error)
        }
    }
}
