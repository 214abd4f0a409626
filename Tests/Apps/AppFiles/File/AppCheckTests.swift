import Foundation
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

@Suite("The check of app files")
struct AppCheckTests {
    private func check(_ files: [String: String]) throws -> [String] {
        let folder = NSTemporaryDirectory() + "saybus-check-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var paths: [String] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            paths.append("\(folder)/\(name)")
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        return AppCheck(files: paths).findings.map { $0.description.replacingOccurrences(of: folder + "/", with: "") }
    }

    @Test("errors of invalid files and warnings of valid files are reported together")
    func both() throws {
        let findings = try check([
            "a.yaml": "app: a\ntypes: {T: [x]}\ncommands: {Go: {patterns: [go], do: [{log: x}]}}",
            "b.yaml": "app: b\ncommands: {Go: {patterns: [go]}}",
        ])
        #expect(
            findings == [
                "a.yaml:2:9: warning: no pattern has a parameter of the type T",
                "b.yaml:2:12: error: command Go lacks \"do\"",
            ])
    }

    @Test("SSML, which is spoken as plain text, is a finding in each place that speaks, and a comparison is none")
    func markup() throws {
        let findings = try check([
            "a.yaml": """
            app: a
            commands:
              Go: {patterns: [go], do: [{speak: "<speak>Gone.</speak>"}, {speak: "2 < 3"}]}
              Ask: {patterns: [ask me], do: [{ask: who}]}
            requests:
              who: {kind: string, prompt: "<speak version='1.1'>Who?</speak>", do: [{speak: "Hello {answer}."}]}
            """
        ])
        let spoken =
            "is spoken as it stands, with its tags: an app's file takes plain text, not SSML; write the words alone"
        #expect(
            findings == [
                "a.yaml:3:3: warning: speak: \"<speak>Gone.</speak>\" \(spoken)",
                "a.yaml:6:3: warning: speak: \"<speak version='1.1'>Who?</speak>\" \(spoken)",
            ])
    }

    @Test("optional values in follow-up questions, keywords, and patterns that only overlap are no findings")
    func valid() throws {
        let findings = try check([
            "a.yaml": """
            app: a
            commands:
              Ask: {patterns: [ask me], do: [{ask: When}]}
              Key: {groups: [{patterns: ["delete @what"], keywords: [really]}], do: [{speak: "Deleted {what}."}]}
              Remind:
                patterns: ["remind me to @what at @time:Time", "remind me [@day:Date] to @what at @time:Time"]
                do: [{speak: "{what} {time} {day|today}"}]
            requests:
              When: {kind: pattern, prompt: "When?", patterns: ["@day:Date [at @time:Time]"], do: [{ask: Ok}]}
              Ok: {kind: confirmation, prompt: "{day} {time|noon}, right?", yes: [{speak: "Booked {day} {time|noon}."}]}
            """
        ])
        #expect(findings == [])
        let wrong = try check([
            "a.yaml": """
            app: a
            commands: {Ask: {patterns: [ask me], do: [{ask: When}]}}
            requests:
              When: {kind: pattern, prompt: "When?", patterns: ["@day:Date [at @time:Time]"], do: [{ask: Ok}]}
              Ok: {kind: confirmation, prompt: "{day} {tiem|noon} {time}?", yes: [{log: x}]}
            """
        ])
        #expect(wrong.count == 2 && wrong.allSatisfy { $0.contains("error: request Ok: prompt: ") }, "\(wrong)")
    }

    @Test("shadowed patterns, unreachable commands and unused parts are reported")
    func warnings() throws {
        let findings = try check([
            "a.yaml": """
            app: a
            commands:
              Any: {patterns: ["play @what"], do: [{log: "{what}"}]}
              Exact: {patterns: [play music], do: [{log: x}]}
              Same: {patterns: [halt], do: [{log: x}]}
            topics:
              T: {commands: {Stop: {patterns: [stop], do: [{log: x}]}}}
            requests:
              Q: {kind: string, prompt: x}
            """,
            "b.yaml": "app: b\ncommands: {Stop: {patterns: [halt], do: [{publish: {kind: audio.contrl}}]}}",
        ])
        #expect(
            findings.contains(
                "b.yaml:2:12: warning: command Stop: audio.contrl is a kind of your own; did you mean audio.control?"))
        #expect(
            findings.contains(
                "a.yaml:7:3: warning: nothing enters the topic T: its commands can never be given; write \"enter: T\""))
        #expect(findings.contains("a.yaml:9:3: warning: nothing asks the request Q"))
        #expect(
            findings.contains(
                "b.yaml:2:12: warning: the command Stop cannot be given: all of its patterns mean Same of the app a"
            ))
        #expect(!findings.contains { $0.contains("Exact") }, "an exact pattern wins over words")
    }

    @Test("the examples have no errors and no warnings, alone and together")
    func examples() throws {
        let folder = PackageFolder.containing().path + "/deploy/examples"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
            .sorted()
        #expect(files.count >= 2)
        for file in files { #expect(AppCheck(files: ["\(folder)/\(file)"]).findings == []) }
    }
}
