import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus check")
struct CheckTests {
    private func check(_ arguments: [String]) async throws -> (code: Int32, lines: [String], report: String) {
        let program = try ProgramUnderTest("saybus", ["check"] + arguments)
        let code = try await program.exitCode()
        return (code, program.lines(), program.report)
    }

    @Test("the problems of a wrong file are listed with their lines, as text and as JSON, with exit code 78")
    func wrong() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/k.yaml"
        try "app: k\ncomands: {}\ncommands: {Go: {patterns: [go], do: [{speek: x}]}}".write(
            toFile: path, atomically: true, encoding: .utf8)
        let text = try await check([path])
        #expect(text.code == 78)
        #expect(
            text.lines == [
                "\(path):2:1: error: the file has no \"comands\"; did you mean \"commands\"?",
                "\(path):3:39: error: command Go: do: an action has no \"speek\"; did you mean \"speak\"?",
                "1 file, 2 errors, 0 warnings",
            ])
        let json = try await check([path, "--json"])
        #expect(json.code == 78)
        guard case .array(let findings) = try JSONValue(parsing: Array(json.lines.joined(separator: "\n").utf8)) else {
            Issue.record("no list")
            return
        }
        #expect(findings.count == 2)
        #expect(findings.first?["line"] == 2 && findings.first?["severity"] == "error")
        #expect(findings.first?["code"] == "unknown-key" && findings.first?["file"] == .string(path))
    }

    @Test("of a file with very many problems the first are listed, the last line counts the rest, and the sum has all")
    func many() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/k.yaml"
        let commands = (1...30).map { "  C\($0): {patterns: [go \($0)], do: [{speek: x}]}\n" }
        try "app: k\ncommands:\n\(commands.joined())".write(toFile: path, atomically: true, encoding: .utf8)
        let lines = try await check([path]).lines
        #expect(lines.count == 22 && lines.last == "1 file, 30 errors, 0 warnings", "\(lines)")
        #expect(lines.first?.hasPrefix("\(path):3:") == true && lines.dropLast().last?.hasSuffix("and 10 more") == true)
    }

    @Test(
        "a valid file and a file with warnings have exit code 0, a missing file does not, and no file is bad usage"
    )
    func right() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/k.yaml"
        try "app: k\ntypes: {T: [x]}\ncommands: {Go: {patterns: [go], do: [{log: x}]}}".write(
            toFile: path, atomically: true, encoding: .utf8)
        let found = try await check([path])
        #expect(found.code == 0 && found.lines.last == "1 file, 0 errors, 1 warning", "\(found.report)")
        let missing = try await check([folder.path + "/none.yaml"])
        #expect(missing.code == 66 && missing.lines.last == "1 file, 1 error, 0 warnings", "\(missing.report)")
        #expect(try await check([]).code == 64)
        let schema = try await check(["--schema"])
        #expect(schema.code == 0)
        let document = try JSONValue(parsing: Array(schema.lines.joined(separator: "\n").utf8))
        #expect(document["title"] == "Saybus app")
    }

    @Test("languages and voices that no engine here knows are warnings, others are not")
    func engines() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/k.yaml"
        func lines(_ language: String, _ voice: String) async throws -> [String] {
            try """
            app: k
            language: \(language)
            commands:
              Go: {patterns: [go], do: [{speak: {text: x, voice: \(voice)}}]}
            """.write(toFile: path, atomically: true, encoding: .utf8)
            let program = try ProgramUnderTest(
                "saybus", ["check", path],
                environment: ["SAYBUS_MODELS": folder.path, "WHISPER_LIBRARY": folder.path + "/none.so"])
            #expect(try await program.exitCode() == 0, "\(program.report)")
            return program.lines()
        }
        let unknown = try await lines("de", "nobody")
        #expect(unknown.contains { $0.contains("no recognizer here knows the language de") }, "\(unknown)")
        #expect(try await lines("en-GB", "en-us+f3") == ["1 file, 0 errors, 0 warnings"])
    }

    @Test("a voice is known by its name, its identifier or its language, and not when it could only be installed")
    func voices() throws {
        let voices = try #require(
            VoiceNames(
                json: """
                    [{"name": "English (America)", "identifier": "en-us", "languages": ["en-us"]},
                     {"name": "slt", "identifier": "cmu_us_slt", "languages": ["en-US"]},
                     {"name": "thorsten", "identifier": "de_DE-thorsten", "languages": ["de-DE"], "install": "get it"}]
                    """))
        for name in ["slt", "CMU_US_SLT", "english (america)", "en", "en_GB", "en-us+f3"] {
            #expect(voices.problem(withVoice: name) == nil, "\(name)")
        }
        for name in ["thorsten", "de", "de-AT", "nobody"] {
            #expect(voices.problem(withVoice: name)?.contains("saybus voices") == true, "\(name)")
        }
        #expect(VoiceNames(json: "English") == nil)
    }

    @Test("an engine whose voices could all only be installed cannot speak, and one that is not in the list may")
    func voicelessEngines() throws {
        let voices = try #require(
            VoiceNames(
                json: """
                    [{"name": "slt", "identifier": "slt", "languages": ["en-US"], "engine": "flite"},
                     {"name": "kal", "identifier": "kal", "languages": ["en-US"], "engine": "flite", "install": "get it"},
                     {"name": "joe", "identifier": "joe", "languages": ["en-US"], "engine": "piper", "install": "get it"}]
                    """))
        #expect(voices.problem(withEngine: "piper")?.contains("saybus voices") == true)
        for engine in ["flite", "wyoming"] { #expect(voices.problem(withEngine: engine) == nil, "\(engine)") }
    }

    @Test("an ordinal is understood with the words of a language file")
    func ordinals() async throws {
        let folder = try TemporaryFolder()
        let english = try ProgramUnderTest("saybus", ["language"])
        #expect(try await english.exitCode() == 0, "\(english.report)")
        let text = english.lines().joined(separator: "\n")
        var language = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var numbers = try #require(language["numbers"] as? [String: Any])
        numbers["ordinals"] = ["erste": 1, "zweite": 2]
        language["numbers"] = numbers
        let file = folder.path + "/de.json"
        try JSONSerialization.data(withJSONObject: language).write(to: URL(fileURLWithPath: file))
        try "app: k\ncommands: {Go: {patterns: [\"nummer @t:Ordinal\"], do: [{log: x}]}}".write(
            toFile: folder.path + "/k.yaml", atomically: true, encoding: .utf8)
        let program = try ProgramUnderTest(
            "saybus", ["check", folder.path + "/k.yaml"], environment: ["SAYBUS_LANGUAGE": file])
        #expect(try await program.exitCode() == 0, "\(program.report)")
        #expect(program.lines() == ["1 file, 0 errors, 0 warnings"])
        // The words of a language may be those of English, so none is called still English.
        let check = try ProgramUnderTest("saybus", ["language", "--check", file])
        #expect(try await check.exitCode() == 0, "\(check.report)")
        #expect(check.lines().contains { $0.hasPrefix("absent or as in English: numbers: ") }, "\(check.report)")
        #expect(check.lines().last?.hasSuffix(" with parts that are absent or as in English") == true)
    }

    @Test(
        "an unusable language file ends the check with exit code 78 and one line with the reason",
        arguments: [
            "check app.yaml", "skill check model.json", "skill simulate model.json", "evaluate intent --train s.jsonl",
            "evaluate speech --app app.yaml --labels l.jsonl", "evaluate endpointing --app app.yaml --labels l.jsonl",
        ])
    func language(command: String) async throws {
        let folder = try TemporaryFolder()
        try "app: k\ncommands: {Go: {patterns: [go], do: [{log: x}]}}".write(
            toFile: folder.path + "/app.yaml", atomically: true, encoding: .utf8)
        let arguments = command.split(separator: " ").map { word in
            word.contains(".") ? "\(folder.path)/\(word)" : String(word)
        }
        let program = try ProgramUnderTest(
            "saybus", arguments, environment: ["SAYBUS_LANGUAGE": folder.path + "/none.json"])
        #expect(try await program.exitCode() == 78, "\(program.report)")
        let errors = program.lines(.standardError)
        #expect(errors.count == 1 && errors[0].contains("SAYBUS_LANGUAGE"), "\(errors)")
        #expect(program.lines().isEmpty)
    }
}
