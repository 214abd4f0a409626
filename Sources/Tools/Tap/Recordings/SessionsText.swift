import SaybusMessages

/// A formatter of recordings, sessions and turns, as lines and as JSON.
enum SessionsText {
    /// The most characters of a transcript or of a command in a line. The JSON has them in full.
    static let maximumTextLength = 200

    static func lines(_ recording: RecordingReader.Recording, _ turns: [RecordedTurn]) -> [String] {
        let end = recording.ended ?? recording.last ?? recording.started
        let length = Quantity.duration(microseconds: Double(WallClock.elapsed(from: recording.started, to: end)))
        var parts = [
            "recording \(recording.id)", LocalTime.dateText(recording.started), length,
            Quantity.count(recording.messages, "message"), "\(recording.lost) lost",
        ]
        if recording.malformed > 0 { parts.append("\(recording.malformed) malformed") }
        if recording.leftOut > 0 { parts.append("\(recording.leftOut) left out by the recorder") }
        parts.append(recording.withAudio ? "with sound" : "without sound")
        parts.append(recording.ending.map { $0 == "stopped" ? "" : $0 } ?? "goes on, or was cut off")
        var lines = [parts.filter { !$0.isEmpty }.joined(separator: "  ").safeForTerminal]
        for (session, own) in bySession(turns) {
            lines.append("  session \(session): \(Quantity.count(own.count, "turn"))")
            lines += own.map { "    " + line($0) }
        }
        return lines
    }

    /// Returns `abcd1234  14:03:07.123  "next song" → kitchen: Next()  handled  1.84 s`.
    static func line(_ turn: RecordedTurn) -> String {
        var parts = [turn.turn.short, LocalTime.text(turn.began), words(turn)]
        parts.append(turn.end?.outcome.rawValue ?? "no end")
        if let time = turn.latency(.turn) { parts.append(Quantity.duration(microseconds: Double(time))) }
        if let replays = turn.replays { parts.append("replays \(replays.short)") }
        return parts.joined(separator: "  ").safeForTerminal
    }

    static func words(_ turn: RecordedTurn) -> String {
        let text = turn.transcript.map { $0.empty.map { "(\($0.rawValue))" } ?? quoted($0.text) } ?? "(no transcript)"
        let calls = turn.commands.isEmpty ? turn.call.map { ["(\($0))"] } ?? [] : turn.commands.map(\.description)
        let shown = calls.map { $0.shortened(to: maximumTextLength) }
        return calls.isEmpty ? text : "\(text) → \(Summary.list(shown, separator: ", "))"
    }

    /// Returns the beginning of what was said, in quotation marks.
    static func quoted(_ text: String) -> String { "\"\(text.shortened(to: maximumTextLength))\"" }

    static func json(_ recording: RecordingReader.Recording, _ turns: [RecordedTurn]) -> JSONValue {
        var members: [String: JSONValue] = [
            "recording": .integer(recording.id), "started": .integer(recording.started), "bus": .string(recording.bus),
            "messages": .integer(Int64(recording.messages)), "lost": .integer(Int64(recording.lost)),
            "leftOut": .integer(Int64(recording.leftOut)), "malformed": .integer(Int64(recording.malformed)),
            "audio": .boolean(recording.withAudio), "turns": .array(turns.map(json)),
        ]
        if let ended = recording.ended { members["ended"] = .integer(ended) }
        if let ending = recording.ending { members["ending"] = .string(ending) }
        return .object(members)
    }

    static func json(_ turn: RecordedTurn) -> JSONValue {
        var members: [String: JSONValue] = [
            "turn": .string(turn.turn.description), "session": .string(turn.session.rawValue),
            "began": .integer(turn.began), "commands": .array(turn.commands.map { .string($0.description) }),
            "chunks": .integer(Int64(turn.chunks)),
        ]
        if let replays = turn.replays { members["replays"] = .string(replays.description) }
        if let transcript = turn.transcript {
            members["transcript"] = .string(transcript.text)
            members["engine"] = .string(transcript.engine)
        }
        if let call = turn.call { members["intent"] = .string(call.description) }
        if let end = turn.end {
            members["outcome"] = .string(end.outcome.rawValue)
            if let spoken = end.spoken { members["spoken"] = .string(spoken) }
            if let reason = end.reason { members["reason"] = .string(reason) }
        }
        var times: [String: JSONValue] = [:]
        for step in RecordedTurn.Step.allCases { times[step.rawValue] = turn.latency(step).map { .integer(Int64($0)) } }
        members["microseconds"] = .object(times)
        return .object(members)
    }

    private static func bySession(_ turns: [RecordedTurn]) -> [(Session, [RecordedTurn])] {
        Dictionary(grouping: turns, by: \.session).sorted { $0.key.rawValue < $1.key.rawValue }.map {
            ($0.key, $0.value)
        }
    }
}
