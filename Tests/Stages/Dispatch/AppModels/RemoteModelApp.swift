import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting

/// The app `model` as a remote app: it takes commands from the bus and answers them, each in a task of its own.
final class RemoteModelApp: Sendable {
    private let tasks: [Task<Void, any Error>]

    /// Takes part in a bus.
    init(_ test: TestBus, marks: String, gate: Gate) async throws {
        let bus = try test.connect(.app, instance: AppModel.app, tracking: [CommandResponse.self])
        let commands = bus.subscribe(CommandInvoked.self)
        try await bus.ready()
        let serving = Task {
            try await withThrowingDiscardingTaskGroup { (group: inout ThrowingDiscardingTaskGroup<any Error>) in
                for try await command in commands where command.body.app == AppModel.app {
                    try bus.publish(Receipt(of: CommandInvoked.kind), answering: command.header)
                    group.addTask {
                        let response = await Self.response(to: command.body, marks: marks, gate: gate)
                        try bus.publish(response, answering: command.header)
                    }
                }
            }
        }
        let beating = Task {
            // A stage without a heartbeat is taken for lost.
            while true {
                try bus.publish(
                    StageStatus(role: .app, instance: AppModel.app, state: .ready, pid: Int(getpid()), uptimeMs: 1))
                try await Task.sleep(for: .seconds(1))
            }
        }
        tasks = [serving, beating]
        try bus.publish(
            Catalog(
                app: AppModel.app,
                commands: [
                    .init(type: "Ping", patterns: ["ping"]), .init(type: "Work", patterns: ["work"]),
                    .init(type: "Ask", patterns: ["ask me"]),
                ]))
    }

    deinit { for task in tasks { task.cancel() } }

    private static func response(to command: CommandInvoked, marks: String, gate: Gate) async -> CommandResponse {
        if let answer = command.answer {
            guard answer.outcome == .given else { return CommandResponse() }
            return CommandResponse(feedback: command.parameters["answer"]?.value == .text("yes") ? "Good." : "Bad.")
        }
        switch command.type {
        case "Ping": return CommandResponse(feedback: "Pong.")
        case "Ask": return CommandResponse(followUp: .init(kind: "confirmation", prompt: "Ready?"))
        default:
            guard let file = fopen(marks, "a") else { return CommandResponse(problem: "no file of marks") }
            fputs("work\n", file)
            fclose(file)
            await gate.pass()
            return CommandResponse(feedback: "Done.")
        }
    }
}
