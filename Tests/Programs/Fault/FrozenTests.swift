import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A process stopped by SIGSTOP for five seconds")
struct FrozenTests {
    /// A pipeline with one process that is stopped.
    private struct Scenario {
        let role: Role
        let rig: Rig
        let ends: Subscription<TurnEnded>
        var turn = TurnID()

        init(_ role: Role) async throws {
            self.role = role
            rig = try await Rig.typed()
            ends = rig.client.subscribe(TurnEnded.self)
            try await rig.client.ready()
        }
    }

    @Test("no turn is repeated or lost, whether intent, dispatch, audio or the broker is stopped")
    func frozen() async throws {
        var scenarios: [Scenario] = []
        for role in [Role.intent, .dispatch, .audio, .broker] { scenarios.append(try await Scenario(role)) }
        for index in scenarios.indices {
            scenarios[index].rig.send(scenarios[index].role, SIGSTOP)
            scenarios[index].turn = try scenarios[index].rig.publishText("mark 1", within: .seconds(20))
        }
        // The fault itself, of all four at once: longer than the time after which a stage counts as lost.
        try await Task.sleep(for: .seconds(5))
        for scenario in scenarios { scenario.rig.send(scenario.role, SIGCONT) }
        for scenario in scenarios {
            let end = await scenario.ends.first { $0.header.turn == scenario.turn }
            #expect(end?.body.outcome == .handled, "\(scenario.role): \(String(describing: end?.body))")
            #expect(scenario.rig.marks == ["1"], "\(scenario.role)")
            try await scenario.rig.expectNextTurnHandled(scenario.ends, after: scenario.turn)
        }
    }
}
