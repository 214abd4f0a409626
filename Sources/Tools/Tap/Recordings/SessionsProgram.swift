import SaybusMessages

/// `saybus-tap sessions`: lists the recordings of a file with their sessions and turns.
public struct SessionsProgram: Sendable {
    private let path: String
    private let session: Session?
    private let isJSON: Bool

    /// Creates a program for the file at `path`, limited to `session` unless that is nil.
    public init(path: String, session: Session?, isJSON: Bool) {
        (self.path, self.session, self.isJSON) = (path, session, isJSON)
    }

    /// Prints the list.
    public func run() async throws {
        let reader = try RecordingReader(path)
        let recordings = try await reader.recordings()
        let turns = try await reader.turns(session: session)
        try await OfflineOutput.withWriter { writer in
            for recording in recordings {
                let own = turns.filter { $0.recording == recording.id }
                if isJSON {
                    try await writer.write(SessionsText.json(recording, own).text().jsonSafeForTerminal)
                } else {
                    for line in SessionsText.lines(recording, own) { try await writer.write(line) }
                }
            }
            if recordings.isEmpty, !isJSON { try await writer.write("\(path) has no recording yet") }
        }
    }
}
