import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("SIGSTOP for five seconds")
struct FrozenTests {
    /// All at once, since each takes its five seconds.
    @Test("nothing is doubled and nothing is lost", arguments: ["intent", "dispatch", "audio", "broker"])
    func frozen(_ role: String) async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        rig.send(role, SIGSTOP)
        let turn = try rig.say("mark 1", within: .seconds(20))
        // The fault itself: longer than it takes to be called lost.
        try await Task.sleep(for: .seconds(5))
        rig.send(role, SIGCONT)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled, "\(role): \(String(describing: end?.body))")
        #expect(rig.marks == ["1"])
        try await rig.nextWorks(ends, after: turn)
    }
}
