import Foundation
import SaybusOperations
import SaybusStage
import SaybusTesting
import Testing

@Suite("A skill in the terminal")
struct SkillDialogTests {
    private static let folder = PackageFolder.containing().appending(path: "deploy/examples/pizza-place").path
    private static let model = folder + "/en-US.json"

    /// Returns the output of a dialog in which the user says these lines.
    private func shown(_ file: String, _ lines: [String]) async throws -> [String] {
        let page = Page()
        let (stream, said) = AsyncStream.makeStream(of: String.self)
        for line in lines { said.yield(line) }
        said.finish()
        try await SkillDialog(file).run(stream, page.output)
        return Array(page.lines.dropFirst())
    }

    @Test("a model without a skill shows the requests with their slots, and the reason why a session ends")
    func alone() async throws {
        let lines = [
            "order a pizza", "ask pizza place what did i order", "order two big pizzas with champignons", "yes", "yes",
            "green ideas", "cancel",
        ]
        #expect(
            try await shown(Self.model, lines) == [
                "(this is for nobody: the skill is not open)",
                "(LastOrderIntent: nothing is said to that)",
                "With champignons, right?",
                "So 2 big with champignons. Shall I order?",
                "(OrderIntent COMPLETED count=2 size=large topping=mushrooms: nothing is said to that)",
                "(AMAZON.FallbackIntent: nothing is said to that)",
                "(AMAZON.CancelIntent: nothing is said to that)",
            ])
        #expect(
            try await shown(Self.model, ["open pizza place", ""]) == [
                "(LaunchRequest: nothing is said to that)", "(the session is over: EXCEEDED_MAX_REPROMPTS)",
            ])
    }

    @Test("a skill may ask for the settings of the device, as on the bus")
    func settings() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "skill.sh",
            #"""
            while read -r request; do
                case $request in *apiAccessToken*apiEndpoint*127.0.0.1*) words=reachable ;; *) words=unreachable ;; esac
                printf '{"version": "1.0", "response": {"outputSpeech": {"type": "PlainText", "text": "%s"}}}\n' $words
            done
            """#)
        let file = try folder.write("skill.yaml", "model: \(Self.model)\nprogram: [/bin/sh, skill.sh]\n")
        let lines = try await shown(file, ["open pizza place"])
        #expect(lines == ["reachable"], "the program in \(folder.path) is asked")
    }

    @Test("a missing skill is reported once, however long the script is")
    func absent() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("skill.yaml", "model: \(Self.model)\nendpoint: http://127.0.0.1:9/\n")
        let page = Page()
        let isAsWritten = try await SkillDialog(file).run(script: Self.folder + "/dialogs.yaml", page.output)
        #expect(!isAsWritten)
        #expect(page.lines.count { $0.contains("127.0.0.1") } == 1)
    }

    @Test("a script that is made from a model opens the skill in its language")
    func writtenScript() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "de-DE.json",
            #"{"languageModel": {"invocationName": "rotes haus", "intents": [{"name": "Go", "samples": ["geh los"]}]}}"#
        )
        let page = Page()
        try await SkillScriptWriter(file).run(page.output)
        #expect(page.lines.contains { $0.contains("öffne rotes haus") && $0.contains("LaunchRequest") })
        #expect(page.lines.contains { $0.contains("geh los") && $0.contains("request: \"Go\"") }, "\(page.lines)")
    }

    @Test("the check accepts a model, a description and its folder; a missing file is unreadable input")
    func check() throws {
        for file in [Self.model, Self.folder, Self.folder + "/skill.yaml"] {
            let page = Page()
            try SkillModelCheck(file).run(page.output)
            #expect(page.lines.last?.hasPrefix("used: ") == true, "\(file)")
        }
        for file in ["/nowhere.json", "/nowhere.yaml"] {
            let error = #expect(throws: StageFailure.self) { try SkillModelCheck(file).run() }
            #expect(error?.code == .noInput)
        }
    }
}
