import SaybusMessages
import Synchronization

/// The programs of a running pipeline, as their supervisor knows them.
public final class RunningProcesses: Sendable {
    private struct Entry {
        var program: SupervisedProgram
        /// The time of the next start, in microseconds of the monotonic clock.
        var due: Int64?
    }

    /// The most characters kept of the line that says why a program ended.
    private static let messageLength = 300

    private let numbers = Mutex<Set<Int32>>([])
    private let entries = Mutex<[Int: Entry]>([:])
    private let refused = Mutex<String?>(nil)
    /// One element after each change, or after several.
    let changes: AsyncStream<Void>
    private let notify: AsyncStream<Void>.Continuation

    /// Creates an empty set.
    init() {
        (changes, notify) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns whether a process belongs to the pipeline.
    func contains(_ processID: Int) -> Bool {
        guard let number = Int32(exactly: processID) else { return false }
        return numbers.withLock { $0.contains(number) }
    }

    /// Returns the programs in the order in which they were first started.
    /// - Parameter now: Microseconds of the monotonic clock.
    func programs(now: Int64) -> [SupervisedProgram] {
        entries.withLock { entries in
            entries.sorted { $0.key < $1.key }.map { _, entry in
                var program = entry.program
                program.nextStartMs = entry.due.map { Int(max(0, $0 - now) / 1000) }
                return program
            }
        }
    }

    /// The reason why a change of the pipeline is not in effect; nil when all changes are.
    var refusal: String? { refused.withLock(\.self) }

    /// Records that a change is not in effect, or that all are.
    func refuse(_ reason: String?) {
        refused.withLock { $0 = reason }
        notify.yield()
    }

    func insert(_ processID: Int32) { numbers.withLock { _ = $0.insert(processID) } }
    func remove(_ processID: Int32) { numbers.withLock { _ = $0.remove(processID) } }

    /// Reports a change of something else that concerns the pipeline.
    func touch() { notify.yield() }

    // MARK: Reports of the runner

    func launched(_ number: Int, _ program: ChildProgram) {
        change(number) { entry in
            var entry = entry ?? Entry(program: SupervisedProgram(role: program.role, instance: program.name))
            if entry.program.state == .waiting { entry.program.restarts += 1 }
            (entry.program.state, entry.program.pid, entry.due) = (.running, nil, nil)
            return entry
        }
    }

    func began(_ number: Int, _ processID: Int32) { update(number) { $0.program.pid = Int(processID) } }

    /// Records that a program has ended.
    /// - Parameters:
    ///   - words: The way in which it ended, such as `exit code 70`.
    ///   - message: Its line that says why.
    ///   - at: Unix time in microseconds.
    func ended(_ number: Int, _ words: String, message: String?, at: Int64) {
        update(number) { entry in
            entry.program.pid = nil
            (entry.program.lastEnd, entry.program.lastEndAt) = (words, at)
            entry.program.lastMessage = message.map { $0.shortened(to: Self.messageLength) }
        }
    }

    func willStart(_ number: Int, at due: Int64) {
        update(number) { ($0.program.state, $0.due) = (.waiting, due) }
    }

    func finished(_ number: Int) { update(number) { $0.program.state = .finished } }
    func stopping(_ number: Int) { update(number) { $0.program.state = .stopping } }
    func forget(_ number: Int) { change(number) { _ in nil } }

    private func update(_ number: Int, _ body: (inout Entry) -> Void) {
        change(number) { entry in
            guard var entry else { return nil }
            body(&entry)
            return entry
        }
    }

    private func change(_ number: Int, _ body: (Entry?) -> Entry?) {
        entries.withLock { $0[number] = body($0[number]) }
        notify.yield()
    }
}
