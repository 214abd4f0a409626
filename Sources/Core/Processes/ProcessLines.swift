import SaybusSupport

/// The lines that a process has written so far on its two outputs, bounded in number and length.
final class ProcessLines: Sendable {
    /// Lines kept of each output; later ones are dropped.
    static let capacity = 100_000
    /// Bytes kept of a line; the rest of it is dropped.
    static let maximumLineBytes = 1 << 22

    struct State: Sendable {
        var lines: [[String]] = [[], []]
        var isAtEnd = [false, false]
    }

    private let watched = Watched(State())

    var state: State { watched.value }

    func append(_ line: [UInt8], to index: Int) {
        watched.change { state in
            guard state.lines[index].count < Self.capacity else { return }
            state.lines[index].append(String(decoding: line, as: UTF8.self))
        }
    }

    func end(_ index: Int) { watched.change { $0.isAtEnd[index] = true } }

    /// Waits until a condition holds.
    func wait(within time: Duration, until isMet: @escaping @Sendable (State) -> Bool) async {
        _ = await watched.wait(within: time, until: isMet)
    }
}
