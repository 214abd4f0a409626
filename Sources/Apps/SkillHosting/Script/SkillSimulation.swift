import SaybusMessages
import SaybusSkills
import Synchronization

/// A conversation with a skill by text, without a bus, for trying a model and for scripted dialogs.
public struct SkillSimulation: Sendable {
    /// The result of one utterance.
    public struct Turn: Sendable {
        /// The requests and answers of the turn, in order.
        public var exchanges: [Exchange]
        /// The output; nil when no session is open and the utterance means nothing to the skill.
        public var output: SkillOutput?
    }

    /// A request or an answer.
    public enum Exchange: Sendable, Equatable {
        /// A request to the skill.
        case request(RequestEnvelope)
        /// An answer of the skill.
        case response(ResponseEnvelope)
    }

    private let model: SkillModel
    private let skill: any Skill
    private let identity: SkillIdentity
    private let asksAfterSilence: Bool
    private var machine: SkillMachine?
    private var sessions = 0

    /// Creates a conversation without a session.
    /// - Parameters:
    ///   - model: The skill's model.
    ///   - skill: The skill.
    ///   - asksAfterSilence: Whether the skill gets a `TimeoutRequest` when the user does not answer.
    ///   - identity: The ids that the skill gets; nil for those of simulations.
    public init(
        model: SkillModel, skill: any Skill, asksAfterSilence: Bool = false, identity: SkillIdentity? = nil
    ) {
        (self.model, self.skill, self.asksAfterSilence) = (model, skill, asksAfterSilence)
        self.identity =
            identity
            ?? SkillIdentity(
                applicationID: model.applicationID, userID: "saybus.user.simulation",
                deviceID: "saybus.device.simulation")
    }

    /// Whether a session is open.
    public var isOpen: Bool { machine != nil }

    /// Runs one turn with an utterance. A blank text stands for silence.
    public mutating func say(_ text: String) async -> Turn {
        let isSilence = text.allSatisfy(\.isWhitespace)
        let reading = isSilence ? nil : reading(of: text)
        let log = ExchangeLog()
        var turn = SkillTurn(skill)
        turn.onRequest = { log.add(.request($0)) }
        turn.onResponse = { log.add(.response($0)) }
        if reading == nil, machine == nil { return await sayWithoutName(text, turn, log) }
        return await say(reading, isSilence: isSilence, turn, log)
    }

    private func reading(of text: String) -> SkillReading? {
        let (expectation, types) = (machine?.expectation ?? .call, machine?.dynamic ?? [])
        if let reading = model.strictReading(of: text, expecting: expectation, dynamic: types) { return reading }
        // The name alone is no answer while no question is open.
        if machine?.isIdle == true, model.launch.call(in: text) != nil { return .launch }
        return model.reading(of: text, expecting: expectation, dynamic: types)
    }

    private mutating func say(
        _ reading: SkillReading?, isSilence: Bool, _ turn: SkillTurn, _ log: ExchangeLog
    ) async -> Turn {
        var machine = machine ?? newSession()
        let step = reading.map { machine.heard($0) } ?? (isSilence ? machine.silent() : machine.unintelligible())
        let output = await turn(step, &machine)
        await turn.notifySessionEnd(output)
        self.machine = machine.isOver ? nil : machine
        return Turn(exchanges: log.exchanges, output: output)
    }

    /// Runs a turn with words that do not have the skill's name. A skill that takes them is asked first whether it can
    /// fulfill their intent.
    private mutating func sayWithoutName(_ text: String, _ turn: SkillTurn, _ log: ExchangeLog) async -> Turn {
        guard let intent = model.nameFreeIntent(of: text) else { return Turn(exchanges: [], output: nil) }
        let question = FulfillmentQuestion(intent, of: model, identity: identity)
        turn.onRequest(question.envelope)
        let answer = await turn.answer(to: question.envelope)
        if case .success(let envelope) = answer { turn.onResponse(envelope) }
        guard question.offer(answer).answer != .no else { return Turn(exchanges: log.exchanges, output: nil) }
        return await say(.intent(intent), isSilence: false, turn, log)
    }

    /// Ends an open session.
    public mutating func close() async {
        guard var machine else { return }
        self.machine = nil
        if case .say(let output) = machine.end(.userInitiated) { await SkillTurn(skill).notifySessionEnd(output) }
    }

    private mutating func newSession() -> SkillMachine {
        sessions += 1
        return SkillMachine(
            model: model, session: SkillSession(context: identity.context), asksAfterSilence: asksAfterSilence,
            wording: sessions - 1)
    }
}

/// The log of a turn's requests and answers.
private final class ExchangeLog: Sendable {
    private let list = Mutex<[SkillSimulation.Exchange]>([])

    var exchanges: [SkillSimulation.Exchange] { list.withLock { $0 } }

    func add(_ exchange: SkillSimulation.Exchange) { list.withLock { $0.append(exchange) } }
}

extension SkillSimulation.Turn {
    /// The last request of the turn in short, such as `LaunchRequest` or `OrderIntent STARTED`; `none` without
    /// a request.
    public var request: String {
        let requests = exchanges.compactMap { if case .request(let envelope) = $0 { envelope.request } else { nil } }
        guard let last = requests.last else { return "none" }
        switch last {
        case .intentRequest(let request):
            return request.intent.name + (request.dialogState.map { " " + $0.rawValue } ?? "")
        case .sessionEndedRequest(let request): return "\(last.type) \(request.reason.rawValue)"
        default: return last.type
        }
    }

    /// The filled slots of the last intent, such as `size=large topping=olives`; empty for none.
    public var slots: String {
        let intents = exchanges.compactMap {
            if case .request(let envelope) = $0 { envelope.request.intent } else { nil as Intent? }
        }
        return (intents.last?.slots ?? [:]).values.sorted { $0.name < $1.name }.compactMap { slot in
            slot.spokenValue.map { "\(slot.name)=\(slot.resolvedValue?.name ?? $0)" }
        }.joined(separator: " ")
    }

    /// The reason for the session's end; nil when the skill has not been notified of an end.
    public var reason: SessionEndedRequest.Reason? {
        for case .request(let envelope) in exchanges.reversed() {
            if case .sessionEndedRequest(let request) = envelope.request { return request.reason }
        }
        return nil
    }

    /// The speech without markup; empty for none.
    public var speech: String { output?.text?.words ?? "" }
}
