import ArgumentParser
import SaybusMessages
import SaybusStage

/// `saybus-tap diff`: prints the changes from one recording to another.
public struct DiffProgram: Sendable {
    private let old: String
    private let new: String
    private let session: Session?
    private let isJSON: Bool

    /// Creates a comparison of two files.
    public init(old: String, new: String, session: Session?, isJSON: Bool) {
        (self.old, self.new, self.session, self.isJSON) = (old, new, session, isJSON)
    }

    /// Prints the differences.
    /// - Throws: `ExitCode` 1 if anything but times differs; `StageFailure` with code `noInput` when there are no
    ///   turns, since a mistyped session must not count as agreement.
    public func run() async throws {
        let turns = (
            old: try await RecordingReader(old).turns(session: session),
            new: try await RecordingReader(new).turns(session: session)
        )
        guard !turns.old.isEmpty || !turns.new.isEmpty else {
            let place = session.map { " in \($0)" } ?? ""
            throw StageFailure(.noInput, "neither \(old) nor \(new) has a turn\(place)")
        }
        let diff = RecordingDiff(old: turns.old, new: turns.new)
        let text = DiffText(diff: diff, old: old, new: new)
        try await OfflineOutput.withWriter { writer in
            if isJSON {
                try await writer.write(text.json.text(indented: true).jsonSafeForTerminal)
            } else {
                for line in text.lines { try await writer.write(line) }
            }
        }
        if diff.isDifferent { throw ExitCode(1) }
    }
}
