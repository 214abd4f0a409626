import Foundation
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

/// With `SAYBUS_PICTURES=folder` in the environment, the tests leave pictures of the pages there, for the
/// documentation.
@Suite(
    "The console in a browser",
    .enabled(
        if: Browser.isInstalled && access("/usr/bin/espeak-ng", X_OK) == 0,
        "chromium, chromium-driver and espeak-ng are installed"))
struct BrowserTests {
    @Test("a spoken command is heard, and the question about it is shown with its options as buttons")
    func talk() async throws {
        let folder = try TemporaryFolder()
        let bus = ["--bus", "ipc://\(folder.path)/bus"]
        let app = PackageFolder.containing().appending(path: "deploy/examples/pizza.yaml").path
        var programs = [try ProgramUnderTest("saybus-broker", bus)]
        for (name, arguments) in [
            ("saybus-dispatch", ["--app", app]), ("saybus-intent", []), ("saybus-transcribe", []),
            ("saybus-console", ["--http", "127.0.0.1:0"]),
        ] { programs.append(try ProgramUnderTest(name, bus + arguments)) }
        for program in programs { try await program.ready(within: .seconds(60)) }
        let line = try await programs[4].line(on: .standardError) { $0.hasPrefix("console: open ") }
        let link = String(line.dropFirst("console: open ".count))

        let browser = try await Browser(microphone: try await speech("I want a pizza", in: folder))
        try await browser.open(link)
        try await browser.wait(for: "document.querySelector('#commands button')")
        try await browser.click("#microphone")
        try await browser.wait(for: "document.querySelector('#bubbles .heard')?.textContent.includes('i want a pizza')")
        try await browser.wait(
            for:
                "[...document.querySelectorAll('#bubbles .said')].some((said) => said.textContent.includes('What size?'))"
        )
        try await browser.wait(for: "document.querySelectorAll('#options button').length == 3")
        try keep(try await browser.picture(), "talk.png")
        try await browser.end()
        for program in programs.reversed() { program.send(SIGTERM) }
    }

    @Test("the page fits a phone, in the dark, and speaks German")
    func phone() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(
            microphone: try await speech("hello", in: folder), size: (500, 800), isDark: true)
        try await browser.open(console.link)
        try await browser.run(
            "const list = document.querySelector('#language'); list.value = 'de'; list.dispatchEvent(new Event('change'))"
        )
        try await browser.wait(for: "document.querySelector('#send').textContent == 'Senden'")
        #expect(try await browser.run("return document.documentElement.scrollWidth <= innerWidth") == true)
        #expect(try await browser.run("return document.documentElement.lang") == "de")
        // Every control has a name.
        let nameless = """
            return [...document.querySelectorAll('button, input, select')]
              .filter((element) => !element.textContent.trim() && !element.ariaLabel && !element.labels?.length).length
            """
        #expect(try await browser.run(nameless) == 0)
        // With no pipeline, the page says what is missing.
        try await browser.run(
            "const text = document.querySelector('#text'); text.value = 'hallo'; text.form.requestSubmit()")
        try await browser.wait(
            for: "document.querySelector('#bubbles .failed')?.textContent.includes('no intent stage')")
        try keep(try await browser.picture(), "phone.png")
        try await browser.end()
        try await console.end()
    }

    /// Returns a file for the browser's microphone: a second of silence, the words, and silence.
    private func speech(_ text: String, in folder: TemporaryFolder) async throws -> String {
        let program = try ProgramUnderTest(
            "/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", folder.path("words.wav"), text])
        try await program.exitCode()
        let words = try SoundFileReader(path: folder.path("words.wav"), rate: 48_000).read(480_000)
        let silence = [Int16](repeating: 0, count: 48_000)
        let samples = silence + words + silence + silence
        let bytes = samples.count * 2
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let header =
            Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(1, 2) + number(48_000, 4) + number(96_000, 4) + number(2, 2) + number(16, 2)
            + Array("data".utf8) + number(bytes, 4)
        try Data(header + samples.littleEndianBytes).write(to: URL(fileURLWithPath: folder.path("microphone.wav")))
        return folder.path("microphone.wav")
    }

    private func keep(_ picture: Data, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["SAYBUS_PICTURES"] else { return }
        try picture.write(to: URL(fileURLWithPath: folder).appending(path: name))
    }
}
