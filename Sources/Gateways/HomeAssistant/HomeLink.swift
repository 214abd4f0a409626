import Logging
import SaybusBus
import SaybusInteractionModels
import SaybusMessages
import SaybusStage

/// The link to a home: keeps its catalog and states up to date.
actor HomeLink {
    let options: HomeAssistantOptions
    let context: StageContext
    let responses: HomeResponse
    private(set) var home = Home()
    private(set) var connection: HomeAssistantConnection?
    private var catalog: Catalog?
    /// Whether the home was read through the connection.
    private var isFollowing = false
    /// Whether the names of the home have changed since they were read.
    private var isOutdated = false
    /// Gets an element when the names of the home are to be read again; nil until they were read once.
    private var changes: AsyncStream<Void>.Continuation?
    /// The newest states of entities that have come while the home is read; nil at other times.
    private var newStates: [String: JSONValue]?
    /// Home Assistant's identifiers of conversations, by session; the oldest is dropped.
    var conversations: [(session: Session, id: String)] = []

    /// The time from a lost connection to the next attempt, and after an error that lasts, such as a refused token.
    private static let (retry, lastingRetry) = (Duration.seconds(5), Duration.seconds(60))
    /// The time for which changes of the names are collected.
    private static let collectingTime = Duration.seconds(1)
    /// The time from one question which entities may be spoken of to the next.
    private static let exposureInterval = Duration.seconds(60)
    /// The events after which the names of the home are read again.
    private static let registries = [
        "area_registry_updated", "floor_registry_updated", "device_registry_updated", "entity_registry_updated",
    ]

    init(_ options: HomeAssistantOptions, _ context: StageContext) {
        (self.options, self.context) = (options, context)
        responses = HomeResponse(templates: options.model.responses, errors: options.model.errorResponses)
    }

    /// Keeps the connection until the task is cancelled.
    func run() async {
        var lastProblem: String?
        while !Task.isCancelled {
            let failure: HomeAssistantError
            do throws(HomeAssistantError) {
                let new = try await HomeAssistantConnection(options.url, token: options.token, logger: context.logger)
                (connection, isFollowing) = (new, false)
                failure = await withTaskCancellationHandler {
                    await follow(new)
                } onCancel: {
                    new.close()
                }
                new.close()
                connection = nil
                guard !Task.isCancelled else { return }
                if isFollowing || lastProblem != failure.reason {
                    context.logger.warning("Home Assistant", metadata: ["problem": "\(failure)"])
                }
                show("Home Assistant at \(options.url) is not connected: \(failure)")
            } catch {
                guard !Task.isCancelled else { return }
                failure = error
                if lastProblem != error.reason {
                    context.logger.warning("no Home Assistant", metadata: ["reason": "\(error)"])
                }
                show(error.reason)
            }
            lastProblem = failure.reason
            let wait = failure.code.isLasting ? Self.lastingRetry : Self.retry
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }

    private func show(_ problem: String?) { context.update { $0.problem = problem } }

    /// Reads the home, and follows its changes until the connection ends.
    /// - Returns: The reason for the end.
    private func follow(_ connection: HomeAssistantConnection) async -> HomeAssistantError {
        do throws(HomeAssistantError) {
            try await connection.request("subscribe_events", ["event_type": "state_changed"])
            for event in Self.registries {
                try await connection.request("subscribe_events", ["event_type": .string(event)])
            }
            try await read(connection)
        } catch {
            return error
        }
        context.logger.notice(
            "connected to Home Assistant",
            metadata: ["version": "\(connection.version)", "entities": "\(home.entities.count)"])
        (isFollowing, isOutdated) = (true, false)
        show(nil)
        let (changed, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = continuation
        return await withTaskGroup(of: HomeAssistantError.self) { group in
            group.addTask { await self.observe(connection) }
            group.addTask { await self.readAgain(changed, connection) }
            group.addTask { await self.watchExposure(connection) }
            defer { group.cancelAll() }
            return await group.next() ?? connection.loss
        }
    }

    /// Takes the events until the connection ends.
    private func observe(_ connection: HomeAssistantConnection) async -> HomeAssistantError {
        for await event in connection.events {
            // Without those events the picture of the home is wrong.
            if connection.takeLoss() { outdate() }
            guard let type = event["event_type"]?.string else { continue }
            guard type == "state_changed" else {
                if Self.registries.contains(type) { outdate() }
                continue
            }
            guard let change = event["data"] else { continue }
            let isNews = home.isOutdated(by: change)
            if let state = change["new_state"], let id = state["entity_id"]?.string {
                home.update(state)
                newStates?[id] = state
            }
            if isNews { outdate() }
        }
        return connection.loss
    }

    private func outdate() {
        isOutdated = true
        changes?.yield()
    }

    /// Asks now and then which entities may be spoken of.
    /// - Returns: The reason why that cannot be asked.
    private func watchExposure(_ connection: HomeAssistantConnection) async -> HomeAssistantError {
        while (try? await Task.sleep(for: Self.exposureInterval)) != nil {
            do throws(HomeAssistantError) {
                try await checkExposure(connection)
            } catch {
                // A busy home is asked again in a minute. The end of the connection is noticed elsewhere.
                if error.code != .timeout { return error }
            }
        }
        return connection.loss
    }

    /// Forgets entities that may no longer be spoken of, and has the home read again if that has changed. Home
    /// Assistant has no event for entities without a unique id.
    func checkExposure(_ connection: HomeAssistantConnection) async throws(HomeAssistantError) {
        let exposed = Set(Home.exposed(try await connection.request("homeassistant/expose_entity/list")))
        guard exposed != home.exposed else { return }
        home.entities.removeAll { !exposed.contains($0.id) }
        outdate()
    }

    /// Reads the home again, once for all changes within a second: an integration that is set up changes hundreds of
    /// entities.
    /// - Returns: The reason why it cannot be read.
    private func readAgain(
        _ changed: AsyncStream<Void>, _ connection: HomeAssistantConnection
    ) async -> HomeAssistantError {
        for await _ in changed where isOutdated {
            guard (try? await Task.sleep(for: Self.collectingTime)) != nil else { break }
            isOutdated = false
            do throws(HomeAssistantError) { try await read(connection) } catch { return error }
        }
        return connection.loss
    }

    private func read(_ connection: HomeAssistantConnection) async throws(HomeAssistantError) {
        newStates = [:]
        defer { newStates = nil }
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
        // The last one of an entity is as new as the state that was read, or newer.
        for state in (newStates ?? [:]).values { home.update(state) }
        publish()
    }

    private func publish() {
        let whole = HomeCatalog.catalog(
            app: HomeAssistantOptions.app, options.model, home, asksForUnknown: options.asksForUnknown)
        // Nobody would carry out what is said in another session.
        let new = whole.scoped(to: context.session)
        guard new != catalog else { return }
        do {
            try context.bus.publish(new, session: context.session)
            catalog = new
            context.update { $0.catalogRevision = new.revision }
        } catch {
            context.logger.error("cannot publish the catalog", metadata: ["error": "\(error)"])
            show("the catalog of the home cannot be published: \(error)")
        }
    }
}
