import SaybusBus
import SaybusMessages

/// An inspection of each message of a stage against the contract. Pure.
struct Inspection {
    let stage: ProgramRun
    /// The ids of all messages of the run.
    let known: Set<MessageID>
    /// Unix time in microseconds.
    let now: Int64

    private var next: [Topic: Int] = [:]
    private var seen: [MessageID: Int] = [:]

    init(stage: ProgramRun, known: Set<MessageID>, now: Int64) {
        (self.stage, self.known, self.now) = (stage, known, now)
    }

    /// Returns a sentence for each error in the stage's next message; none when the message is right.
    mutating func problems(with message: RawMessage) -> [String] {
        let header = message.header
        if header.run != stage.run {
            return ["\(header.kind) has the run \(header.run), the first message of the same process \(stage.run)"]
        }
        return [problem(withNumberOf: header)].compactMap(\.self) + problems(withDescriptionIn: header)
            + Self.problems(withBodyOf: message)
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

    private func problems(withDescriptionIn header: Header) -> [String] {
        var problems: [String] = []
        if abs(now.subtractingReportingOverflow(header.at).partialValue) > 600_000_000 {
            problems.append(
                "`at` of \(header.kind) is \(header.at), more than ten minutes from now: Unix time in microseconds")
        }
        if let stranger = header.causes.first(where: { !known.contains($0) }) {
            problems.append("the causes of \(header.kind) name \(stranger), which nobody has published")
        }
        if let type = MessageCatalog.type(of: header.kind), type.isRetained, !header.retain {
            problems.append("\(header.kind) is not retained: late subscribers do not receive it")
        }
        if let deadline = header.deadline, deadline < header.at {
            problems.append("the deadline of \(header.kind) lies before its publication")
        }
        return problems
    }

    /// Returns a sentence for each field of a body that is not as its schema says, and for a body that cannot be read.
    static func problems(withBodyOf message: RawMessage) -> [String] {
        let header = message.header
        // Stages may publish kinds of their own, whose schemas are unknown here.
        guard let type = MessageCatalog.type(of: header.kind) else { return [] }
        if header.content == nil || header.content == "application/json" {
            guard let body = try? JSONValue(parsing: message.body) else {
                return ["the body of \(header.kind) is no JSON"]
            }
            let violations = type.schema.validate(body)
            if !violations.isEmpty {
                return violations.map { "the body of \(header.kind) is not as its schema says, at \($0)" }
            }
        }
        do {
            _ = try MessageCatalog.decode(message)
            return []
        } catch {
            return ["\(error)"]
        }
    }
}
