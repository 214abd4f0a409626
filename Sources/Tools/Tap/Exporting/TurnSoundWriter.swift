import Glibc
import SaybusMessages
import SaybusSound
import SaybusStage
import SaybusSupport

/// A writer of each turn's sound into a WAV file of its own, chunk by chunk. Missing chunks become silence, so that
/// times stay correct. New files and a new directory are for their owner only, since they have private speech.
struct TurnSoundWriter {
    /// The maximum number of open files: more than the sessions that usually have speech at the same time.
    private static let maximumOpen = 64
    /// The longest silence written for one gap, in seconds.
    private static let maximumGapSeconds = 20

    private struct Writing {
        let sink: SoundFileSink
        let format: PCMFormat
        var next: Int
        var used: Int
    }

    private let directory: String
    /// The open files by their turns. A recorder that was started again in mid-turn goes on in the same one.
    private var open: [TurnID: Writing] = [:]
    private var done: Set<TurnID> = []
    /// Counts the written chunks, to find the file that was used least recently.
    private var clock = 0
    /// The number of files created.
    private(set) var files = 0
    /// Deviations of the files from the original sound, for the user.
    private(set) var problems: [String] = []

    init(directory: String) throws {
        self.directory = directory
        do {
            try PrivateDirectory.create(directory)
        } catch {
            throw StageFailure(.inputOutput, "\(error)")
        }
    }

    mutating func write(_ stored: StoredMessage) async throws {
        let header = stored.message.header
        guard stored.fate == .delivered, let turn = header.turn, header.kind == AudioInput.kind, !done.contains(turn)
        else { return }
        guard !stored.isBodyLeftOut else {
            return finish(turn, "turn \(turn.short): its sound was left out of the recording")
        }
        // Chunks have their format, index and end in header fields.
        guard let content = header.content, let format = PCMFormat(contentType: content), let index = header.index,
            index >= 0
        else { return }
        do {
            if open[turn] == nil {
                do {
                    try await begin(turn, format)
                } catch let error as SoundError where error.code == .invalidSetting {
                    return finish(turn, "turn \(turn.short): \(error)")
                }
            }
            guard let writing = open[turn], writing.format == format, index >= writing.next else { return }
            guard stored.message.body.count.isMultiple(of: 2 * format.channels) else {
                addProblem("turn \(turn.short): chunk \(index) is no whole number of frames, left out of the file")
                if header.last == true { try await close(turn) }
                return
            }
            let samples = PCM.samples(stored.message.body)
            if index > writing.next {
                let missing = index - writing.next
                addProblem("turn \(turn.short): \(Quantity.count(missing, "chunk")) missing, silent in the file")
                try await Self.playSilence(missing, samples.count, writing)
            }
            try await writing.sink.play(samples)
            clock += 1
            open[turn]?.next = index == .max ? .max : index + 1
            open[turn]?.used = clock
            if header.last == true { try await close(turn) }
        } catch let error as SoundError {
            throw StageFailure(.inputOutput, "\(error)")
        }
    }

    /// Writes silence for missing chunks of `samples` each, at most ``maximumGapSeconds`` seconds.
    private static func playSilence(_ chunks: Int, _ samples: Int, _ writing: Writing) async throws {
        let second = writing.format.rate * writing.format.channels
        let (product, isTooMuch) = chunks.multipliedReportingOverflow(by: samples)
        var left = min(isTooMuch ? .max : product, second * maximumGapSeconds)
        while left > 0 {
            let count = min(left, second)
            try await writing.sink.play([Int16](repeating: 0, count: count))
            left -= count
        }
    }

    /// Closes the files that are still open.
    mutating func finish() async throws { for turn in open.keys { try await close(turn) } }

    private mutating func begin(_ turn: TurnID, _ format: PCMFormat) async throws {
        if open.count >= Self.maximumOpen, let oldest = open.min(by: { $0.value.used < $1.value.used }) {
            try await close(oldest.key)
        }
        // The name consists of a parsed id only: no text from the bus becomes part of a path.
        let path = "\(directory)/\(turn).wav"
        // The sink would make the file readable by others. It reports an error.
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
        let sink = try SoundFileSink(path: path, rate: format.rate, channels: format.channels)
        open[turn] = Writing(sink: sink, format: format, next: 0, used: clock)
        files += 1
    }

    private mutating func close(_ turn: TurnID) async throws {
        guard let writing = open.removeValue(forKey: turn) else { return }
        try await writing.sink.drain()
        await writing.sink.close()
        done.insert(turn)
    }

    private mutating func finish(_ turn: TurnID, _ problem: String) {
        done.insert(turn)
        addProblem(problem)
    }

    private mutating func addProblem(_ problem: String) {
        if problems.count < 100 { problems.append(problem) }
    }
}
