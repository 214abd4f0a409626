import Foundation
import SaybusProcesses

/// A publisher or a subscriber on a bus, in a process of its own that takes commands.
final class PeerClient: Sendable {
    /// A command: to send texts, or to collect them.
    struct Command: Codable, Sendable {
        /// The number of the command, which its answers repeat.
        var number: Int
        /// The word with which the texts begin.
        var phase: String
        /// The number of texts.
        var count: Int
        /// Seconds between two texts; 0 for as fast as possible.
        var interval = 0.0
        /// The most texts on the way; 0 for any number.
        var window = 0
        /// Seconds without a text after which no more are awaited.
        var idle = 0.0
    }

    /// An answer to a command.
    struct Answer: Codable, Sendable {
        /// The number of the command; 0 for the first line, when the client is connected.
        var number: Int
        /// Whether the command has begun, and another answer follows.
        var hasBegun: Bool?
        /// Texts that could not be sent.
        var failed: Int?
        /// Texts that arrived, each counted once.
        var distinct: Int?
        /// Seconds from the first to the last text.
        var seconds: Double?
        /// The longest time between two texts, in seconds.
        var gap: Double?
        /// The highest number of a text that arrived; -1 when none did.
        var highest: Int?
        /// The time of each text from publisher to subscriber, in microseconds.
        var delays: [Double]?

        /// Reads an answer; nil for other lines, such as those that a library prints.
        init?(_ line: String) {
            guard line.hasPrefix("{"),
                let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8))
            else { return nil }
            self = answer
        }

        /// Creates an answer.
        init(number: Int, hasBegun: Bool? = nil) { (self.number, self.hasBegun) = (number, hasBegun) }
    }

    private static let startTime = Duration.seconds(30)
    private let process: ObservedProcess

    /// Starts a client, and waits until it is connected.
    init(_ command: ProcessCommand) async throws {
        process = try ObservedProcess(command, takesInput: true)
        _ = try await answer(to: 0, within: Self.startTime)
    }

    /// Sends a command.
    func start(_ command: Command) throws {
        let line = try JSONEncoder().encode(command) + [UInt8(ascii: "\n")]
        try process.write(Array(line))
    }

    /// Waits until a command has begun.
    func begun(_ number: Int, within time: Duration) async throws {
        _ = try await answer(within: time) { $0.number == number && $0.hasBegun == true }
    }

    /// Waits for the answer to a command.
    func answer(to number: Int, within time: Duration) async throws -> Answer {
        try await answer(within: time) { $0.number == number && $0.hasBegun != true }
    }

    private func answer(within time: Duration, _ fits: @escaping @Sendable (Answer) -> Bool) async throws -> Answer {
        let line = await process.line(within: time) { Answer($0).map(fits) ?? false }
        guard let line, let answer = Answer(line) else {
            let errors = process.lines(.standardError).suffix(3).joined(separator: " / ")
            throw BenchmarkError(.peer, "a client does not answer. \(errors)")
        }
        return answer
    }

    /// The resident memory in MiB.
    var residentMiB: Double { ResidentPages.mebibytes(of: process.processID) }
}

/// The resident memory of processes.
enum ResidentPages {
    /// Returns the memory of a process in MiB; 0 when it does not run.
    static func mebibytes(of id: Int32) -> Double {
        guard let fields = try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8).split(separator: " "),
            fields.count > 1, let pages = Double(fields[1])
        else { return 0 }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
