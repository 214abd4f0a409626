/// What a program has written and how it ended, and who waits for either.
final class ProgramOutput: Sendable {
    /// The most lines that are kept of each output; later ones are counted.
    static let capacity = 100_000

    struct State: Sendable {
        var lines: [[String]] = [[], []]
        var dropped = [0, 0]
        var isAtEnd = [false, false]
        var exitCode: Int32?
    }

    private let watched = Watched(State())

    var state: State { watched.value }

    /// Changes the state, and wakes those whose wish it fulfils.
    func change(_ body: (inout State) -> Void) { watched.change(body) }

    func add(_ line: String, to index: Int) {
        change { state in
            if state.lines[index].count < Self.capacity {
                state.lines[index].append(line)
            } else {
                state.dropped[index] += 1
            }
        }
    }

    /// Waits until the state fits.
    /// - Returns: Whether it did within the time.
    func wait(within time: Duration, until isMet: @escaping @Sendable (State) -> Bool) async -> Bool {
        await watched.wait(within: time, until: isMet)
    }
}
