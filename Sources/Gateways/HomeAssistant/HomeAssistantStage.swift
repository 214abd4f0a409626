import Foundation
import Logging
import SaybusBus
import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusSupport
import ServiceLifecycle

/// Home Assistant as an app: its sentences and the names of its home are the catalog, its services are the commands.
public struct HomeAssistantStage: Sendable {
    /// The role: that of a remote app, to which a dispatcher sends the commands.
    public static let role = Role.app
    /// The tracked message kinds that the stage publishes: none.
    public static let tracking: [any BusMessage.Type] = []

    private let options: HomeAssistantOptions

    /// Creates a stage.
    public init(_ options: HomeAssistantOptions) { self.options = options }

    /// Serves until the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let commands = bus.subscribe(
            to: [SubscriptionFilter(CommandInvoked.self, in: context.coverage)])
        if !Language.inUse.isFor(options.model.language) {
            context.logger.notice(
                "numbers are understood in another language than the sentences",
                metadata: [
                    "numbers": "\(Language.inUse.numbers.language)", "sentences": "\(options.model.language)",
                ])
        }
        try await context.ready()
        for problem in options.model.problems.prefix(10) {
            context.logger.notice("a part of the sentences is not used", metadata: ["problem": "\(problem)"])
        }
        let link = HomeLink(options, context)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await link.run() }
            await withGracefulShutdownHandler {
                await Self.serve(commands, link, context)
            } onGracefulShutdown: {
                commands.end()
            }
            group.cancelAll()
        }
        // The commands are no longer understood.
        _ = try? bus.publish(Catalog(app: HomeAssistantOptions.app, commands: []), session: context.session)
    }

    private static let maximumCommands = 32

    /// Answers commands, each in a task of its own, until there are no more and all are answered.
    private static func serve(_ commands: RawSubscription, _ link: HomeLink, _ context: StageContext) async {
        let bus = context.bus
        await withDiscardingTaskGroup { answers in
            let open = Watched(0)
            for await case .message(let raw) in commands {
                guard let command = bus.read(raw, as: CommandInvoked.self) else { continue }
                guard isTaken(command.body, by: bus.source) else {
                    // A receipt for a repetition would tell the dispatcher that its app has the command.
                    bus.decline(raw.header)
                    continue
                }
                // More than a home can do at once is refused and not kept.
                guard open.value < maximumCommands else {
                    bus.refuse(raw.header, because: "\(maximumCommands) commands wait for Home Assistant")
                    continue
                }
                open.change { $0 += 1 }
                answers.addTask {
                    await answer(command, link, context)
                    open.change { $0 -= 1 }
                }
            }
        }
    }

    /// Returns whether a command is for this app, and not for another program that runs it, too.
    private static func isTaken(_ command: CommandInvoked, by source: Source) -> Bool {
        command.app == HomeAssistantOptions.app && command.answer == nil && command.owner ?? source == source
    }

    private static func answer(
        _ command: Message<CommandInvoked>, _ link: HomeLink, _ context: StageContext
    ) async {
        do {
            // Home Assistant may take longer than the dispatcher waits for a first word.
            try context.bus.publish(Receipt(of: CommandInvoked.kind), answering: command.header)
            try context.bus.publish(
                await link.response(to: command.body, in: command.header.session), answering: command.header)
        } catch {
            context.logger.error("cannot answer", metadata: ["error": "\(error)"])
        }
    }
}
