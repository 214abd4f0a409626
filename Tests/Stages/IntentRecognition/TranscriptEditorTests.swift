import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusIntentRecognition

@Suite("Editors of transcripts", .timeLimit(.minutes(1)))
struct TranscriptEditorTests {
    @Test(
        "replacements match whole words whatever their case, one after the other, and regular expressions have groups",
        arguments: [
            ("Whether, or not", "weather or not"), ("how is the weather", "how is the weather"),
            ("whetherman", "whetherman"), ("call Toby, please!", "call TOBY A, please!"),
            ("at 7 o clock", "at 7 o'clock"), ("um play um jazz", "play jazz"), ("a dollar", "1 $1"),
        ])
    func replaces(heard: String, meant: String) throws {
        let editor = try ReplacementEditor(
            """
            # what the recognizer mishears
            whether => weather
            weather or => weather or
            toby => TOBY A
            /(\\d+) o clock/ => $1 o'clock
            um =>
            a dollar => 1 $1
            """)
        #expect(editor.edit(heard) == meant)
    }

    @Test(
        "a line that is no replacement is refused with its number",
        arguments: [("a => b\nweather", 2), ("=> b", 1), ("\n\n/(/ => b", 3), (" => b", 1)])
    func refuses(text: String, line: Int) {
        #expect(throws: ReplacementError.self) { try ReplacementEditor(text) }
        do throws(ReplacementError) { _ = try ReplacementEditor(text) } catch { #expect(error.line == line) }
    }

    @Test("a list of replacements is a regular file of at most 64 KiB")
    func files() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let refused = #expect(throws: StageFailure.self) { try ReplacementEditor(contentsOf: pipe) }
        #expect(refused?.code == .noInput)
        let large = try folder.write("large", String(repeating: "# comment\n", count: 7_000))
        let error = #expect(throws: StageFailure.self) { try ReplacementEditor(contentsOf: large) }
        #expect(error?.code == .configuration && error?.reason.contains("65536") == true)
    }

    @Test("a replacement cannot make a text endless")
    func bounded() throws {
        let text = (0..<40).map { _ in "/a/ => aa" }.joined(separator: "\n")
        #expect(try ReplacementEditor(text).edit("a").count <= ReplacementEditor.maximumLength)
    }

    @Test("a program answers a line with a line; without an answer in time the words stay as they are")
    func program() async throws {
        let spoken = SpeechTranscript(
            text: "switch of the light", alternatives: [.init(text: "switch of the lied", confidence: 0.1)],
            words: [.init(word: "switch", startMs: 0, endMs: 10)], engine: "test")
        let editor = CommandEditor(["sed", "-u", "s/ of / off /"], timeout: .seconds(20))
        let (edited, problem) = await spoken.edited(by: [editor])
        #expect(edited.text == "switch off the light" && problem == nil && edited.words == nil)
        #expect(edited.alternatives?.map(\.text) == ["switch off the lied"])
        let typed = SpeechTranscript(text: "switch of the light", engine: "text")
        #expect(await typed.edited(by: [editor]).transcript == typed, "typed words are not edited")
        for command in [["sleep", "60"], ["false"], ["/no/such/program"]] {
            let (same, problem) = await spoken.edited(by: [CommandEditor(command, timeout: .milliseconds(100)), editor])
            #expect(same.text == "switch off the light", "the other editor works")
            #expect(problem?.hasPrefix("a transcript is not edited: ") == true)
        }
    }

    @Test("listeners see the words that were heard, and the intent has those that are meant")
    func onTheBus() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/edits.txt"
        try "necks => next\n".write(toFile: file, atomically: true, encoding: .utf8)
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let (statuses, intents) = (client.subscribe(StageStatus.self), client.subscribe(SpeechIntent.self))
        let program = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--edits", file])
        try await client.ready()
        try await program.ready()
        let catalog = makeCatalog(["Next": ["next song"]])
        try client.publish(catalog)
        _ = try #require(
            await statuses.first {
                $0.body.role == .intent && $0.body.catalogRevision?.contains(catalog.revision) == true
            })
        try client.publish(SpeechTranscript(text: "necks song", engine: "test"), turn: TurnID())
        let intent = try #require(await intents.first()?.body)
        #expect(intent.text == "next song" && intent.hypotheses.map(\.type) == ["Next"])
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
        let wrong = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--edits", "/no/such/file"])
        #expect(try await wrong.exitCode(within: .seconds(10)) == 66)
    }
}
