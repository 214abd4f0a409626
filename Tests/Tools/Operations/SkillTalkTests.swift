import Foundation
import SaybusTesting
import Testing

@Suite("saybus skill talk", .timeLimit(.minutes(2)))
struct SkillTalkTests {
    private static let model =
        PackageFolder.containing().appending(path: "deploy/examples/pizza-place/en-US.json").path

    @Test(
        "lines are said through a pipeline of its own, beside them stand requests and answers, and all ends with them")
    func conversation() async throws {
        let talk = try ProgramUnderTest("saybus", ["skill", "talk", Self.model], takesInput: true)
        _ = try await talk.line { $0.hasPrefix("Say \"open ") }
        try talk.write(Array("open pizza place\n".utf8))
        _ = try await talk.line { $0.contains("→ LaunchRequest (new session)") }
        _ = try await talk.line { $0.contains("turn.ended") }
        try talk.write(Array("order two big pizzas with champignons\n".utf8))
        let line = try await talk.line { $0.contains("OrderIntent STARTED") || $0.contains("champignons, right?") }
        #expect(!line.isEmpty)
        talk.closeInput()
        #expect(try await talk.exitCode(within: .seconds(30)) == 0)
    }

    @Test("a missing skill is unreadable input")
    func missing() async throws {
        let talk = try ProgramUnderTest("saybus", ["skill", "talk", "/no/such/skill"])
        #expect(try await talk.exitCode(within: .seconds(20)) == 66)
    }
}
