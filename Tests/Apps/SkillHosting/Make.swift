import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting
import Synchronization

/// The project's folder.
let root = PackageFolder.containing()

/// Returns the example's model from `deploy/examples/pizza-place`.
func pizzaModel() throws -> SkillModel {
    try SkillModel(contentsOf: root.appending(path: "deploy/examples/pizza-place/en-US.json").path)
}

/// Returns a model parsed from JSON.
/// - Parameter language: The language, which the file's name has.
func makeModel(_ json: String, language: String = "en-US") throws -> SkillModel {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(language).json")
    try Data(json.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: folder) }
    return SkillModel(try InteractionModel(contentsOf: file.path))
}

/// A skill that answers with a closure and records its requests.
final class ClosureSkill: Skill {
    private let answer: @Sendable (RequestEnvelope) async throws -> ResponseEnvelope
    private let list = Mutex<[RequestEnvelope]>([])
    private let watchers = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// The requests so far.
    var requests: [RequestEnvelope] { list.withLock { $0 } }

    /// A stream that yields now and after each request.
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

/// Returns an answer of a skill.
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

/// Returns a session that has not started.
func makeMachine(_ model: SkillModel, asksAfterSilence: Bool = false) -> SessionUnderTest {
    let identity = SkillIdentity(applicationID: model.applicationID, userID: "user", deviceID: "device")
    return SessionUnderTest(
        SkillMachine(
            model: model, session: SkillSession(context: identity.context), asksAfterSilence: asksAfterSilence))
}

extension SkillMachine.Step {
    /// The request to the skill; nil for other steps.
    var request: Request? { if case .post(let envelope) = self { envelope.request } else { nil } }
    /// The output; nil for other steps.
    var output: SkillOutput? { if case .say(let output) = self { output } else { nil } }
    /// The spoken words.
    var words: String? { output?.text?.words }
    /// The notification of the previous session's end; nil for other steps.
    var notification: RequestEnvelope? { if case .notify(let envelope) = self { envelope } else { nil } }
    /// The reason for the session's end.
    var reason: SessionEndedRequest.Reason? {
        if case .sessionEndedRequest(let request) = output?.sessionEnded?.request { request.reason } else { nil }
    }
}

/// A session with a skill, as a class, since `#expect` cannot call mutating functions of a value.
final class SessionUnderTest {
    private(set) var machine: SkillMachine

    init(_ machine: SkillMachine) { self.machine = machine }

    var isOver: Bool { machine.isOver }
    var expectation: SkillExpectation { machine.expectation }
    var dynamic: [Catalog.SlotType] { machine.dynamic }
    var session: SkillSession { machine.session }
    /// Number of times that the current dialog has asked each question of the model.
    var attempts: [DialogQuestion.Subject: Int] { machine.dialog?.attempts ?? [:] }

    /// Handles an utterance.
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
