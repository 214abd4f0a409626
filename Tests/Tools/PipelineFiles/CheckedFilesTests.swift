import Foundation
import SaybusPhrases
import SaybusTesting
import Testing

@testable import SaybusPipelineFiles

@Suite("The files that a pipeline's file names")
struct CheckedFilesTests {
    @Test("the services have the language of their file, not that of who checks it, and run in the root directory")
    func environmentOfServices() throws {
        let own = ["SAYBUS_LANGUAGE": "mine.json"]
        #expect(PipelineFileCheck.variables(ofFile: "/etc/saybus/saybus.yaml", own)["SAYBUS_LANGUAGE"] == nil)
        #expect(PipelineFileCheck.variables(ofFile: "/home/a/saybus.yaml", own) == own)
        let note = PipelineFileCheck.note(ofPath: "de.json", inFile: "/etc/saybus/saybus.yaml")
        guard case .note(let text)? = note else {
            Issue.record("there is no note")
            return
        }
        #expect(text.contains("/de.json"))
        #expect(PipelineFileCheck.note(ofPath: "/nowhere/de.json", inFile: "/etc/saybus/saybus.yaml") == nil)
        #expect(PipelineFileCheck.note(ofPath: "de.json", inFile: "/home/a/saybus.yaml") == nil)
    }

    @Test("the language file of all stages or of one, with which no program would start, is refused")
    func languages() async throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write("bad.json", "{}")
        let right = try folder.write("right.json", Language.english.text)
        let stages = "stages:\n  intent: {environment: {SAYBUS_LANGUAGE: %}}\n"
        for (text, variable, place, code) in [
            ("stages:\n  intent:\nenvironment: {SAYBUS_LANGUAGE: /no/de.json}\n", nil, "/no/de.json", 78),
            (stages.replacing("%", with: bad), nil, ":2: stage intent: SAYBUS_LANGUAGE: \(bad)", 78),
            ("stages:\n  intent:\n", bad, bad, 78),
            (stages.replacing("%", with: right), bad, "no errors", 0),
        ] as [(String, String?, String, Int32)] {
            let path = try folder.write("saybus.yaml", text)
            let check = try ProgramUnderTest(
                "saybus", ["config", "check", path], environment: variable.map { ["SAYBUS_LANGUAGE": $0] } ?? [:])
            #expect(try await check.exitCode() == code, "\(check.report)")
            let lines = check.lines() + check.lines(.standardError)
            #expect(lines.contains { $0.contains(place) }, "\(check.report)")
        }
    }

    @Test("the listening stage that the package's example suggests waits for its microphone")
    func exampleOfPackage() throws {
        let file = PackageFolder.containing().appending(path: "deploy/packaging/examples/saybus.yaml")
        let text = try String(contentsOf: file, encoding: .utf8).replacing("  # listen:", with: "  listen:")
        let folder = try TemporaryFolder()
        let pipeline = try PipelineFile(at: try folder.write("saybus.yaml", text))
        let stage = try #require(pipeline.stages.first { $0.name == "listen" })
        #expect(stage.option("mic")?.value == .flag(true) && stage.option("await-mic")?.value == .flag(true))
    }
}
