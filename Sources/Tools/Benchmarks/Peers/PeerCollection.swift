import Synchronization

/// The texts of one command that have arrived.
final class PeerCollection: Sendable {
    private struct State {
        var delays: [Double] = []
        var numbers: Set<Int> = []
        var first: Int64?
        var last: Int64?
        var gap: Int64 = 0
    }

    private let command: PeerClient.Command
    private let state = Mutex(State())

    init(_ command: PeerClient.Command) { self.command = command }

    /// Adds a text: its phase, its number, and the time at which it was published, in nanoseconds.
    /// - Returns: Whether it belongs to the command.
    func add(_ text: String, at arrival: Int64) -> Bool {
        let fields = text.split(separator: " ", maxSplits: 3)
        guard fields.count == 4, fields[0] == command.phase, let number = Int(fields[1]), let sent = Int64(fields[2])
        else { return false }
        state.withLock { state in
            if let last = state.last { state.gap = max(state.gap, arrival - last) }
            (state.first, state.last) = (state.first ?? arrival, arrival)
            state.delays.append(Double(arrival - sent) / 1000)
            state.numbers.insert(number)
        }
        return true
    }

    /// The texts so far, with those that came twice.
    var count: Int { state.withLock { $0.delays.count } }

    /// Whether all texts have arrived.
    var isComplete: Bool { state.withLock { $0.numbers.count >= command.count } }

    /// Waits until no text has come for at least as long as the command says.
    func waitUntilIdle() async {
        var before = -1
        while count != before, !Task.isCancelled {
            before = count
            try? await Task.sleep(for: .seconds(command.idle))
        }
    }

    /// The answer to the command.
    var answer: PeerClient.Answer {
        state.withLock { state in
            var answer = PeerClient.Answer(number: command.number)
            answer.distinct = state.numbers.count
            answer.seconds = Double((state.last ?? 0) - (state.first ?? 0)) / 1e9
            answer.gap = Double(state.gap) / 1e9
            answer.highest = state.numbers.max() ?? -1
            answer.delays = command.phase == "latency" ? state.delays : nil
            return answer
        }
    }
}
