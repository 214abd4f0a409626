import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A process stopped by SIGSTOP for five seconds")
struct FrozenTests {
    // The arguments run in parallel, since each takes five seconds.
    @Test("no turn is repeated or lost", arguments: ["intent", "dispatch", "audio", "broker"])
    func frozen(_ role: String) async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        rig.send(role, SIGSTOP)
        let turn = try rig.publishText("mark 1", within: .seconds(20))
        // The fault itself: longer than the time after which a stage counts as lost.
        try await Task.sleep(for: .seconds(5))
        rig.send(role, SIGCONT)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled, "\(role): \(String(describing: end?.body))")
        #expect(rig.marks == ["1"])
        try await rig.expectNextTurnHandled(ends, after: turn)
    }
}
