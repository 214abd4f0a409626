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
        let note = PipelineFileCheck.finding(ofRelativePath: "de.json", inFile: "/etc/saybus/saybus.yaml")
        guard case .note(let text)? = note else {
            Issue.record("there is no note")
            return
        }
        #expect(text.contains("/de.json"))
        #expect(PipelineFileCheck.finding(ofRelativePath: "/nowhere/de.json", inFile: "/etc/saybus/saybus.yaml") == nil)
        #expect(PipelineFileCheck.finding(ofRelativePath: "de.json", inFile: "/home/a/saybus.yaml") == nil)
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

    @Test("what a stage would not run without is missed before the stage is started")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "saybus.yaml",
            """
            stages:
              console: {tls: [/no/cert.pem, /no/key.pem], app: /no/app.yaml, recordings: /no/folder}
              page: {program: console, http: "127.0.0.1:0", token-file: /no/token}
              device: {program: esphome, encryption-key-file: /no/key}
              transcribe: {engine: whisper, model: /no/model.bin}
              listen: {mic: true, wake: alexa, wake-model: /no/wake.json}
              audio: {sink: "wav:/no/answer.wav"}
            """)
        let check = try ProgramUnderTest("saybus", ["config", "check", path])
        #expect(try await check.exitCode() == 78, "\(check.report)")
        let lines = check.lines(.standardError)
        for words in [
            ":2: stage console: /no/cert.pem of tls", "/no/key.pem of tls", "/no/app.yaml of app",
            "/no/folder of recordings", ":3: stage page: there is no folder /no for the file of token-file",
            ":4: stage device: there is no folder /no", ":5: stage transcribe: /no/model.bin of model",
            ":6: stage listen: /no/wake.json", ":7: stage audio: there is no folder /no for the file of sink",
        ] {
            #expect(lines.contains { $0.contains(words) }, "\(words): \(check.report)")
        }
    }

    @Test("names of models, and files that a program makes, need not be there")
    func made() throws {
        let folder = try TemporaryFolder()
        let model = try #require(NamedPath("model", of: "transcribe"))
        #expect(model.path(in: "whisper-tiny.en-q8") == nil && model.path(in: "/no/model") == "/no/model")
        let sink = try #require(NamedPath("sink", of: "audio"))
        for value in ["device", "device:USB", "null", "bus"] { #expect(sink.path(in: value) == nil, "\(value)") }
        #expect(sink.path(in: "flac:a:b.flac") == "a:b.flac")
        let token = try #require(NamedPath("token-file", of: "console"))
        #expect(token.finding(of: folder.path("token"), "token-file") == nil)
        let open = try folder.write("open", "", mode: 0o644)
        #expect(token.finding(of: open, "token-file") != nil)
        #expect(NamedPath("token-file", of: "audio") == nil)
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
