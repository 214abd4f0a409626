import SaybusMessages

/// A recording's file, for programs that show what `saybus-tap` prints.
package struct RecordingView: Sendable {
    /// A turn as its recognizers understood it.
    package struct Utterance: Sendable {
        package let turn: TurnID
        package let session: Session
        /// The time of its first message: Unix time in microseconds.
        package let began: Int64
        /// The words, with their confidence and alternatives.
        package let transcript: SpeechTranscript
        /// The best hypothesis; nil when nothing was understood.
        package let hypothesis: SpeechIntent.Hypothesis?
        /// The turn's outcome; nil when its end was not recorded.
        package let outcome: TurnEnded.Outcome?
    }

    private let reader: RecordingReader

    /// Opens the file.
    /// - Throws: `StageFailure` with code `noInput` for a file that is no recording.
    package init(_ path: String) throws { reader = try RecordingReader(path) }

    /// Returns the newest recordings of the file as `saybus-tap sessions --json` prints them, the newest first.
    /// - Parameter most: The number of recordings, and of all their turns: the newest turns are listed, and the others
    ///   of each recording are counted as `earlier`.
    package func sessions(most: Int) async throws -> [JSONValue] {
        let turns = Dictionary(grouping: try await reader.turns(), by: \.recording)
        var left = most
        var listed: [JSONValue] = []
        for recording in try await reader.recordings().suffix(most).reversed() {
            let own = turns[recording.id] ?? []
            let newest = Array(own.suffix(left))
            left -= newest.count
            guard case .object(var members) = SessionsText.json(recording, newest) else { continue }
            members["earlier"] = .integer(Int64(own.count - newest.count))
            listed.append(.object(members))
        }
        return listed
    }

    /// Returns the changes to another recording as `saybus-tap diff --json` prints them, with those turns only that
    /// differ.
    /// - Parameter most: The number of turns in each of the lists; `more` tells how many were left out.
    package func difference(to other: RecordingView, most: Int) async throws -> JSONValue {
        let diff = RecordingDiff(old: try await reader.turns(), new: try await other.reader.turns())
        guard case .object(var members) = DiffText(diff: diff, old: reader.path, new: other.reader.path).json else {
            return .null
        }
        var more = 0
        for name in ["turns", "onlyOld", "onlyNew"] {
            guard case .array(var rows) = members[name] else { continue }
            rows.removeAll { $0["changes"] == .array([]) }
            more += max(0, rows.count - most)
            members[name] = .array(Array(rows.prefix(most)))
        }
        members["more"] = .integer(Int64(more))
        return .object(members)
    }

    /// Returns the messages of a turn without its sound, in the order of receipt.
    package func messages(of turn: TurnID) async throws -> [RawMessage] {
        var selection = RecordingReader.Selection()
        (selection.turn, selection.withoutAudio) = (turn, true)
        return try await reader.messages(selection).filter { $0.fate == .delivered }.map(\.message)
    }

    /// Returns the chunks of a turn's sound.
    package func sound(of turn: TurnID) async throws -> [RawMessage] {
        var selection = RecordingReader.Selection()
        (selection.turn, selection.kinds) = (turn, [AudioInput.kind])
        return try await reader.messages(selection).filter { $0.fate == .delivered && !$0.isBodyLeftOut }.map(\.message)
    }

    /// Returns the turns with words that began at a time or later.
    /// - Parameter time: Unix time in microseconds.
    package func utterances(since time: Int64) async throws -> [Utterance] {
        try await reader.turns().compactMap { turn in
            guard turn.began >= time, let transcript = turn.transcript, transcript.emptyReason == nil else {
                return nil
            }
            return Utterance(
                turn: turn.turn, session: turn.session, began: turn.began, transcript: transcript,
                hypothesis: turn.intent?.hypotheses.first, outcome: turn.end?.outcome)
        }
    }
}
