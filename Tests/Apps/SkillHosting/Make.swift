import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting
import Synchronization

/// The project's folder.
let root = PackageFolder.containing()

/// The example's model: its files are in `deploy/examples/pizza-place`.
func pizzaModel() throws -> SkillModel {
    try SkillModel(contentsOf: root.appending(path: "deploy/examples/pizza-place/en-US.json").path)
}

/// A model from its JSON.
func makeModel(_ json: String) throws -> SkillModel {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    try Data(json.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return SkillModel(try InteractionModel(contentsOf: file.path))
}

/// A skill that answers with a closure, and remembers what it was asked.
final class ClosureSkill: Skill {
    private let answer: @Sendable (RequestEnvelope) async throws -> ResponseEnvelope
    private let list = Mutex<[RequestEnvelope]>([])
    private let watchers = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// The requests so far.
    var requests: [RequestEnvelope] { list.withLock { $0 } }

    /// Something to look at the requests for: now, and after each one.
    var asked: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        watchers.withLock { $0.append(continuation) }
        continuation.yield()
        return stream
    }

    init(_ answer: @escaping @Sendable (RequestEnvelope) async throws -> ResponseEnvelope) { self.answer = answer }

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        list.withLock { $0.append(envelope) }
        for watcher in watchers.withLock({ $0 }) { watcher.yield() }
        return try await answer(envelope)
    }
}

/// An answer.
func answer(
    _ speech: String? = nil, reprompt: String? = nil, ends: Bool? = false, _ directives: [Directive]? = nil,
    attributes: [String: JSONValue]? = nil
) -> ResponseEnvelope {
    ResponseEnvelope(
        sessionAttributes: attributes,
        response: Response(
            outputSpeech: speech.map { .plainText($0) },
            reprompt: reprompt.map { Reprompt(outputSpeech: .plainText($0)) }, directives: directives,
            shouldEndSession: ends))
}

/// A session that has not begun.
func makeMachine(_ model: SkillModel, asksAfterSilence: Bool = false) -> Talk {
    let identity = SkillIdentity(applicationID: model.applicationID, userID: "user", deviceID: "device")
    return Talk(
        SkillMachine(
            model: model, session: SkillSession(context: identity.context), asksAfterSilence: asksAfterSilence))
}

extension SkillMachine.Step {
    /// What is asked of the skill; nil when it is not asked.
    var request: Request? { if case .post(let envelope) = self { envelope.request } else { nil } }
    /// What is said; nil when the skill is asked.
    var output: SkillOutput? { if case .say(let output) = self { output } else { nil } }
    /// The words that are said.
    var words: String? { output?.text?.words }
    /// What the skill is told that the session before is over; nil when it is not told.
    var told: RequestEnvelope? { if case .notify(let envelope) = self { envelope } else { nil } }
    /// Why the session is over.
    var reason: SessionEndedRequest.Reason? {
        if case .sessionEndedRequest(let request) = output?.sessionEnded?.request { request.reason } else { nil }
    }
}

/// A session by reference, since expectations cannot change values.
final class Talk {
    private(set) var machine: SkillMachine

    init(_ machine: SkillMachine) { self.machine = machine }

    var isOver: Bool { machine.isOver }
    var expectation: SkillExpectation { machine.expectation }
    var dynamic: [Catalog.SlotType] { machine.dynamic }
    var session: SkillSession { machine.session }
    /// How often each question of the model was asked in the dialog that is talked about.
    var attempts: [DialogQuestion.Subject: Int] { machine.dialog?.attempts ?? [:] }

    /// Says something.
    func say(_ text: String) -> SkillMachine.Step {
        guard
            let reading = machine.model.reading(of: text, expecting: machine.expectation, dynamic: machine.dynamic)
        else { return machine.unintelligible() }
        return machine.heard(reading)
    }

    func silent() -> SkillMachine.Step { machine.silent() }
    func notified() -> SkillMachine.Step { machine.notified() }
    func answered(_ answer: ResponseEnvelope) -> SkillMachine.Step { machine.answered(answer) }
}
