import Logging
import SaybusBus
import SaybusConversation
import SaybusInteractionModels
import SaybusMessages
import SaybusSkills
import SaybusStage
import SaybusSupport

/// A dispatch stage that runs a skill: in all conversations of the bus, or in that of `--session`.
public struct SkillStage: Sendable {
    /// The skill's model.
    public let model: SkillModel
    /// Who answers.
    public let skill: any Skill
    /// How long an answer of the user's is waited for.
    public var answerTimeout: Duration
    /// Whether the skill gets a `TimeoutRequest` when nobody answers.
    public var asksAfterSilence: Bool
    /// How long an answer of the skill may take: a turn waits for several.
    public var timeout = HTTPSkill.defaultTimeout
    /// The most conversations at once; beyond that, those are forgotten in which nothing goes on.
    package var capacity = ConversationHost.capacity
    /// What the user's and the session's time is measured with.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// A stage for a skill.
    public init(
        model: SkillModel, skill: any Skill, answerTimeout: Duration = .seconds(8), asksAfterSilence: Bool = false
    ) {
        (self.model, self.skill, self.answerTimeout, self.asksAfterSilence) = (
            model, skill, answerTimeout, asksAfterSilence
        )
    }

    /// A stage for the skill that a file describes.
    /// - Throws: ``StageFailure`` with code `configuration`.
    public init(descriptionFile path: String) throws {
        let description = try SkillDescription(contentsOf: path)
        self.init(
            model: try description.skillModel(), skill: description.skill, answerTimeout: description.answerTimeout,
            asksAfterSilence: description.asksAfterSilence)
        timeout = description.timeout
    }

    /// Runs the skill until the stage is told to stop; open sessions are ended then. Each conversation has a session of its own with the skill.
    @ConversationActor
    public func run(_ context: StageContext) async throws {
        for problem in model.interaction.problems {
            context.logger.warning("\(LogLine.clean("\(problem)", limit: 300))")
        }
        try await ConversationHost(context, catalog: model.catalog(for: .call), capacity: capacity) { session in
            manager(in: session, logger: context.logger)
        }.run()
    }

    /// The skill's conversations on a bus that was made with `ConversationManager.tracking`; they begin with its `run()`.
    @ConversationActor
    package func host(on bus: Bus, logger: Logger) -> ConversationHost {
        ConversationHost(bus: bus, logger: logger, catalog: model.catalog(for: .call), capacity: capacity) { session in
            manager(in: session, logger: logger)
        }
    }

    /// A conversation with the skill.
    @ConversationActor
    private func manager(in session: SaybusMessages.Session, logger: Logger) -> ConversationManager {
        let manager = ConversationManager(name: model.app, language: model.interaction.language)
        manager.clock = clock
        let conversation = SkillConversation(model: model, skill: skill, in: manager, logger: logger)
        conversation.identity = SkillIdentity(
            applicationID: model.applicationID, userID: "saybus.user.\(session)",
            deviceID: "saybus.device.\(session)")
        manager.handlerTimeout = max(
            manager.handlerTimeout, timeout * SkillMachine.maximumRequests + .seconds(2))
        conversation.eventLimit = timeout
        conversation.answerTimeout = answerTimeout
        conversation.asksAfterSilence = asksAfterSilence
        return manager
    }
}
