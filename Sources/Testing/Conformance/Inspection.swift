import SaybusMessages

/// An inspection of each message of a stage against the contract. Pure.
struct Inspection {
    let stage: ConformanceRun.Identity
    /// The ids of all messages of the run.
    let known: Set<MessageID>
    /// Unix time in microseconds.
    let now: Int64

    private var next: [Topic: Int] = [:]
    private var seen: [MessageID: Int] = [:]

    init(stage: ConformanceRun.Identity, known: Set<MessageID>, now: Int64) {
        (self.stage, self.known, self.now) = (stage, known, now)
    }

    /// Returns a sentence that names the error in the stage's next message; nil when the message is right.
    mutating func problem(with message: RawMessage) -> String? {
        let header = message.header
        if header.run != stage.run {
            return "\(header.kind) has the run \(header.run), the first message of the same process \(stage.run)"
        }
        return problem(withNumberOf: header) ?? problem(withDescriptionIn: header) ?? problem(withBodyOf: message)
    }

    private mutating func problem(withNumberOf header: Header) -> String? {
        if let number = seen[header.id] {
            return number == header.sequence
                ? nil : "\(header.kind) \(header.id) was sent again with another seq: \(header.sequence), not \(number)"
        }
        seen[header.id] = header.sequence
        // The first barriers are sent before the connection is up, and get lost. Receivers do not count them as lost.
        let isFirst = header.kind == Barrier.kind && next[header.topic] == nil
        let expected = isFirst ? header.sequence : next[header.topic] ?? 0
        next[header.topic] = header.sequence &+ 1
        return header.kind == Barrier.kind || header.sequence == expected
            ? nil : "the seq of \(header.topic) is \(header.sequence), expected \(expected): receivers count a loss"
    }

    private func problem(withDescriptionIn header: Header) -> String? {
        if abs(now.subtractingReportingOverflow(header.at).partialValue) > 600_000_000 {
            return "`at` of \(header.kind) is \(header.at), more than ten minutes from now: Unix time in microseconds"
        }
        if let stranger = header.causes.first(where: { !known.contains($0) }) {
            return "the causes of \(header.kind) name \(stranger), which nobody has published"
        }
        guard let type = MessageCatalog.type(of: header.kind) else { return nil }
        if type.isRetained, !header.retain {
            return "\(header.kind) is not retained: late subscribers do not receive it"
        }
        if let deadline = header.deadline, deadline < header.at {
            return "the deadline of \(header.kind) lies before its publication"
        }
        return nil
    }

    private func problem(withBodyOf message: RawMessage) -> String? {
        let header = message.header
        guard let type = MessageCatalog.type(of: header.kind) else {
            // Stages may publish kinds of their own, whose schemas are unknown here.
            return nil
        }
        if header.content == nil || header.content == "application/json" {
            guard let body = try? JSONValue(parsing: message.body) else {
                return "the body of \(header.kind) is no JSON"
            }
            if let violation = type.schema.validate(body).first {
                return "the body of \(header.kind) is not as its schema says, at \(violation)"
            }
        }
        do {
            _ = try MessageCatalog.decode(message)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
