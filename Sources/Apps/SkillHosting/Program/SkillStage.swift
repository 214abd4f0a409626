import Logging
import SaybusBus
import SaybusConversation
import SaybusDispatch
import SaybusInteractionModels
import SaybusMessages
import SaybusSkillSettings
import SaybusSkills
import SaybusStage
import SaybusSupport

/// A dispatch stage that runs a skill: in all conversations of the bus, or in that of `--session`.
public struct SkillStage: Sendable {
    /// The skill's model.
    public let model: SkillModel
    /// The skill.
    public let skill: any Skill
    /// Time to wait for the user's answer.
    public var answerTimeout: Duration
    /// Whether the skill gets a `TimeoutRequest` when the user does not answer.
    public var asksAfterSilence: Bool
    /// Time limit of one answer of the skill. A turn may need several.
    public var timeout = HTTPSkill.defaultTimeout
    /// Maximum number of conversations. Beyond it, idle ones are dropped.
    package var capacity = ConversationHost.capacity
    /// Time for the skill's answer to `CanFulfillIntentRequest`.
    package var offerLimit = SkillConversation.defaultOfferLimit
    /// The settings of the device that the skill may ask for.
    public var settings: DeviceSettings
    /// The clock for the time limits of answers and sessions.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// Creates a stage for a skill.
    public init(
        model: SkillModel, skill: any Skill, answerTimeout: Duration = .seconds(8), asksAfterSilence: Bool = false
    ) {
        (self.model, self.skill, self.answerTimeout, self.asksAfterSilence) = (
            model, skill, answerTimeout, asksAfterSilence
        )
        settings = DeviceSettings(language: model.interaction.language)
    }

    /// Creates a stage for the skill that a file describes.
    /// - Throws: `StageFailure` with code `configuration`.
    public init(descriptionFile path: String) throws {
        let description = try SkillDescription(contentsOf: path)
        self.init(
            model: try description.skillModel(), skill: description.skill, answerTimeout: description.answerTimeout,
            asksAfterSilence: description.asksAfterSilence)
        timeout = description.timeout
    }

    /// Runs the skill until the stage is stopped, then ends the open sessions. Each conversation has its own session
    /// with the skill.
    @ConversationActor
    public func run(_ context: StageContext) async throws {
        try await withSettings(context.logger) { settings in
            let offers = intentOffers(on: context.bus)
            let host = ConversationHost(context, catalog: model.catalog(for: .call), capacity: capacity) { session in
                manager(in: session, logger: context.logger, intentOffers: offers, settings: settings)
            }
            host.problems = model.interaction.languageProblems()
            return host
        }
    }

    /// Runs the skill on a bus without a stage of its own until the task is cancelled, then ends the open sessions.
    /// - Parameters:
    ///   - bus: A connection that was made with `ConversationManager.tracking`.
    ///   - logger: Gets the problems of the model and of the skill.
    @ConversationActor
    public func run(on bus: Bus, logger: Logger) async throws {
        try await withSettings(logger) { host(on: bus, logger: logger, settings: $0) }
    }

    /// Runs a host beside the settings service that its skill may ask.
    @ConversationActor
    private func withSettings(
        _ logger: Logger, _ make: (SkillSettingsAccess?) -> ConversationHost
    ) async throws {
        for problem in model.interaction.problems {
            logger.warning("\(LogLine.clean("\(problem)", limit: 300))")
        }
        let service = SettingsService(settings)
        var server: SettingsServer?
        do { server = try await SettingsServer(service) } catch {
            logger.warning("skills cannot ask for the device's settings", metadata: ["problem": "\(error)"])
        }
        let host = make(server.map { SkillSettingsAccess(address: $0.address, service: service) })
        do { try await host.run() } catch {
            await server?.close()
            throw error
        }
        await server?.close()
    }

    /// Returns the host of the skill's conversations on a bus that was made with `ConversationManager.tracking`. They
    /// begin with the host's `run()`.
    @ConversationActor
    package func host(on bus: Bus, logger: Logger) -> ConversationHost { host(on: bus, logger: logger, settings: nil) }

    @ConversationActor
    private func host(on bus: Bus, logger: Logger, settings: SkillSettingsAccess?) -> ConversationHost {
        let offers = intentOffers(on: bus)
        let host = ConversationHost(bus: bus, logger: logger, catalog: model.catalog(for: .call), capacity: capacity) {
            manager(in: $0, logger: logger, intentOffers: offers, settings: settings)
        }
        host.problems = model.interaction.languageProblems()
        return host
    }

    /// Returns the offers of all skills, which arrive until the bus is closed.
    private func intentOffers(on bus: Bus) -> IntentOffers {
        let intentOffers = IntentOffers()
        guard model.isNameFree else { return intentOffers }
        let offers = bus.subscribe(IntentOffer.self)
        Task { await intentOffers.record(offers) }
        return intentOffers
    }

    /// Returns the manager of a conversation with the skill.
    @ConversationActor
    private func manager(
        in session: SaybusMessages.Session, logger: Logger, intentOffers: IntentOffers,
        settings: SkillSettingsAccess?
    ) -> ConversationManager {
        let manager = ConversationManager(name: model.app, language: model.interaction.language)
        manager.clock = clock
        let conversation = SkillConversation(model: model, skill: skill, in: manager, logger: logger)
        (conversation.intentOffers, conversation.offerLimit) = (intentOffers, min(offerLimit, timeout))
        conversation.identity = SkillIdentity(
            applicationID: model.applicationID, userID: "saybus.user.\(session)",
            deviceID: "saybus.device.\(session)")
        if let settings {
            conversation.identity.apiEndpoint = settings.address
            conversation.identity.apiAccessToken = settings.service.token(of: conversation.identity.deviceID)
            conversation.openRequests = settings.service.requests
        }
        manager.handlerTimeout = max(
            manager.handlerTimeout, timeout * SkillMachine.maximumRequests + .seconds(2))
        // Without a listening stage the answers are typed.
        manager.typingTimeout = max(SkillConversation.idleSessionTimeout, answerTimeout)
        conversation.eventLimit = timeout
        if conversation.turn.limit != nil { conversation.turn.limit = timeout }
        conversation.answerTimeout = answerTimeout
        conversation.asksAfterSilence = asksAfterSilence
        return manager
    }
}

/// A running settings service.
private struct SkillSettingsAccess: Sendable {
    let address: String
    let service: SettingsService
}
