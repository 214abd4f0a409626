import SaybusMessages
import SaybusTesting

/// The reports of a player, in order.
final class ReportLog: Sendable {
    private let state = Watched<[AudioPlayback]>([])

    var reports: [AudioPlayback] { state.value }

    func add(_ report: AudioPlayback) { state.change { $0.append(report) } }

    /// Suspends until a report matches, and returns the first match.
    @discardableResult
    func first(
        file: String = #fileID, line: Int = #line, _ fits: @escaping @Sendable (AudioPlayback) -> Bool
    ) async throws -> AudioPlayback {
        try await first("a report that fits", file: file, line: line, fits)
    }

    /// Returns the final report of a sequence.
    @discardableResult
    func end(of id: MessageID, file: String = #fileID, line: Int = #line) async throws -> AudioPlayback {
        try await first("the end of \(id)", file: file, line: line) {
            $0.sequence == id && $0.item == nil && $0.isOver
        }
    }

    func states(of id: MessageID, item: Int? = nil) -> [AudioPlayback.State] {
        reports.filter { $0.sequence == id && $0.item == item }.map(\.state)
    }

    private func first(
        _ what: String, file: String, line: Int, _ fits: @escaping @Sendable (AudioPlayback) -> Bool
    ) async throws -> AudioPlayback {
        let reports = try await state.require(what, file: file, line: line) { $0.contains(where: fits) }
        guard let found = reports.first(where: fits) else {
            throw WaitError(what, within: .zero, file: file, line: line)
        }
        return found
    }
}
