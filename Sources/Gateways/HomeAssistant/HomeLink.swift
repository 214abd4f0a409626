import Foundation
import Logging
import SaybusBus
import SaybusInteractionModels
import SaybusMessages
import SaybusStage

/// The link to a home: keeps its catalog and states up to date, and carries out commands.
actor HomeLink {
    private let options: HomeAssistantOptions
    private let context: StageContext
    private let responses: HomeResponse
    private var home = Home()
    private var connection: HomeAssistantConnection?
    private var catalog: Catalog?
    /// Home Assistant's identifiers of conversations, by session; the oldest is dropped.
    private var conversations: [(session: Session, id: String)] = []

    /// The time from a lost connection to the next attempt, and after a refused token.
    private static let (retry, tokenRetry) = (Duration.seconds(5), Duration.seconds(60))
    private static let mostConversations = 64
    /// The events after which the names of the home are read again.
    private static let registries = [
        "area_registry_updated", "floor_registry_updated", "device_registry_updated", "entity_registry_updated",
    ]

    init(_ options: HomeAssistantOptions, _ context: StageContext) {
        (self.options, self.context) = (options, context)
        responses = HomeResponse(templates: options.model.responses, errors: options.model.errorResponses)
    }

    // MARK: The connection

    /// Keeps the connection until the task is cancelled.
    func run() async {
        var lastProblem: String?
        while !Task.isCancelled {
            var wait = Self.retry
            do {
                let new = try await HomeAssistantConnection(options.url, token: options.token)
                connection = new
                let reason = await withTaskCancellationHandler {
                    do {
                        try await follow(new)
                        lastProblem = nil
                        return "the connection was lost"
                    } catch {
                        context.logger.warning("Home Assistant", metadata: ["problem": "\(error)"])
                        return "\(error)"
                    }
                } onCancel: {
                    new.close()
                }
                new.close()
                connection = nil
                guard !Task.isCancelled else { return }
                show("Home Assistant at \(options.url) is not connected: \(reason)")
            } catch {
                if error.code == .token { wait = Self.tokenRetry }
                if lastProblem != error.reason {
                    context.logger.warning("no Home Assistant", metadata: ["reason": "\(error)"])
                }
                lastProblem = error.reason
                show(error.reason)
            }
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }

    private func show(_ problem: String?) { context.update { $0.problem = problem } }

    /// Reads the home, and follows its changes until the connection ends.
    private func follow(_ connection: HomeAssistantConnection) async throws(HomeAssistantError) {
        try await connection.request("subscribe_events", ["event_type": "state_changed"])
        for event in Self.registries {
            try await connection.request("subscribe_events", ["event_type": .string(event)])
        }
        try await read(connection)
        context.logger.notice(
            "connected to Home Assistant",
            metadata: ["version": "\(connection.version)", "entities": "\(home.entities.count)"])
        show(nil)
        for await event in connection.events {
            if let state = event["data"]?["new_state"], event["event_type"] == "state_changed" {
                guard state == .null, let id = event["data"]?["entity_id"]?.string else {
                    home.update(state)
                    continue
                }
                // An entity that is gone is no longer understood, and not only said to be switched.
                if home.entities.contains(where: { $0.id == id }) { try await read(connection) }
            } else if let type = event["event_type"]?.string, Self.registries.contains(type) {
                try await read(connection)
            }
        }
    }

    private func read(_ connection: HomeAssistantConnection) async throws(HomeAssistantError) {
        let exposed = try await connection.request("homeassistant/expose_entity/list")
        let ids = Home.exposed(exposed).map { JSONValue.string($0) }
        // Versions before 2024.4 have no floors.
        var floors: JSONValue?
        do {
            floors = try await connection.request("config/floor_registry/list")
        } catch {
            if error.code != .refused { throw error }
        }
        home = Home(
            areas: try await connection.request("config/area_registry/list"), floors: floors,
            devices: try await connection.request("config/device_registry/list"),
            entries: try await connection.request("config/entity_registry/get_entries", ["entity_ids": .array(ids)]),
            exposed: exposed, states: try await connection.request("get_states"))
        publish()
    }

    private func publish() {
        let new = HomeCatalog.catalog(
            app: HomeAssistantOptions.app, options.model, home, asksForUnknown: options.asksForUnknown)
        guard new != catalog else { return }
        do {
            try context.bus.publish(new)
            catalog = new
            context.update { $0.catalogRevision = new.revision }
        } catch {
            context.logger.error("cannot publish the catalog", metadata: ["error": "\(error)"])
            show("the catalog of the home cannot be published: \(error)")
        }
    }

    // MARK: Commands

    /// Carries out a command.
    /// - Returns: The answer, also when it cannot be carried out.
    func response(to command: CommandInvoked, in session: Session) async -> CommandResponse {
        guard let connection else {
            return failed("Home Assistant at \(options.url) is not connected")
        }
        do {
            let plan =
                command.type == HomeCatalog.conversation
                ? HomePlan.converse : HomePlan(command.type, command.parameters, in: home)
            switch plan {
            case .converse: return try await converse(command.text, session, connection)
            case .nothingFits:
                let slots = command.parameters.mapValues { $0.words.isEmpty ? "\($0.value)" : $0.words }
                let values = slots.merging(["entity": slots["name"] ?? ""]) { $1 }
                let key = slots["name"] != nil ? "no_entity" : slots["area"] != nil ? "no_domain_in_area" : "no_domain"
                return CommandResponse(
                    feedback: responses.error(key, values.merging(["domain": slots["domain"] ?? ""]) { one, _ in one }),
                    problem: "nothing in the home fits to \"\(command.text)\"")
            case .call(let calls, _):
                for call in calls { try await self.call(call, connection) }
                // Done is done: a response that cannot be made here is only not spoken.
                return CommandResponse(feedback: responses.text(command, plan, now: Self.now))
            case .answer, .query:
                guard let text = responses.text(command, plan, now: Self.now) else {
                    return try await converse(command.text, session, connection)
                }
                return CommandResponse(feedback: text.isEmpty ? nil : text)
            }
        } catch {
            return failed("\(error)")
        }
    }

    private static var now: DateComponents {
        Calendar.current.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: Date())
    }

    private func failed(_ problem: String) -> CommandResponse {
        CommandResponse(feedback: responses.error("handle_error"), problem: problem)
    }

    private func call(
        _ call: HomePlan.Call, _ connection: HomeAssistantConnection
    ) async throws(HomeAssistantError) {
        var fields: [String: JSONValue] = [
            "domain": .string(call.domain), "service": .string(call.service), "service_data": .object(call.data),
        ]
        if !call.entities.isEmpty {
            fields["target"] = ["entity_id": .array(call.entities.map { .string($0) })]
        }
        try await connection.request("call_service", fields)
    }

    /// Asks Home Assistant about a sentence.
    private func converse(
        _ text: String, _ session: Session, _ connection: HomeAssistantConnection
    ) async throws(HomeAssistantError) -> CommandResponse {
        var fields: [String: JSONValue] = ["text": .string(text), "language": .string(options.model.language)]
        if let known = conversations.first(where: { $0.session == session }) {
            fields["conversation_id"] = .string(known.id)
        }
        let result = try await connection.request("conversation/process", fields)
        if let id = result["conversation_id"]?.string {
            conversations.removeAll { $0.session == session }
            conversations.append((session, id))
            if conversations.count > Self.mostConversations { conversations.removeFirst() }
        }
        let speech = result["response"]?["speech"]?["plain"]?["speech"]?.string
        let isError = result["response"]?["response_type"] == "error"
        return CommandResponse(
            feedback: speech, problem: isError ? "Home Assistant did not carry out \"\(text)\"" : nil)
    }
}
