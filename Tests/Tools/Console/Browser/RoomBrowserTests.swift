import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Another room in a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct RoomBrowserTests {
    @Test(
        "another room's microphone is opened, also while the button is held, its menu is searched and tapped, its card is shown, and what it says is stopped"
    )
    func room() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let room = try await console.stage(.listen)
        let (requests, controls) = (room.subscribe(ListenRequest.self), room.subscribe(AudioControl.self))
        let (intent, transcriber) = (try await console.stage(.intent), try await console.stage(.transcribe))
        let transcripts = intent.subscribe(SpeechTranscript.self)
        let app = try await console.stage(.dispatch)
        try app.publish(
            Catalog(
                app: "house",
                commands: [
                    .init(type: "LightOn", patterns: ["turn on the light"]),
                    .init(type: "Shut", patterns: ["shut the door"]),
                ]))
        for bus in [room, intent] { try await bus.ready() }
        let beating = console.heartbeat(of: [(.listen, room), (.intent, intent), (.transcribe, transcriber)])
        defer { beating.cancel() }

        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option[value=default]')")
        try await browser.run(
            "const list = document.querySelector('#conversation'); list.value = 'default'; list.dispatchEvent(new Event('change'))"
        )
        try await browser.click("#microphone")
        let request = try #require(await requests.first())
        #expect(request.body.mode == .pushToTalk && request.header.session == .default)
        try app.publish(SpeechEnded(durationMs: 0, reason: .stopped, chunks: 0), session: .default)
        try await browser.wait(for: "document.querySelector('#microphone').getAttribute('aria-pressed') == 'false'")
        // A button that is held opens it while it is held, and its release ends the turn.
        try await browser.click("#microphone", holding: 600)
        #expect(await requests.first()?.body.mode == .hold)
        #expect(await requests.first()?.body.mode == .release)

        try await browser.run("document.querySelector('#menu > summary').click()")
        try await browser.wait(for: "document.querySelectorAll('#commands li').length == 2")
        try await browser.run(
            "const field = document.querySelector('#search'); field.value = 'LIGHT'; field.dispatchEvent(new Event('input'))"
        )
        #expect(try await browser.run("return document.querySelectorAll('#commands li:not([hidden])').length") == 1)
        try await browser.touch("#commands li:not([hidden]) button")
        let said = try #require(await transcripts.first())
        #expect(said.body.text == "turn on the light" && said.header.session == .default)

        try app.publish(CardShown(app: "house", type: "simple", title: "Light", text: "It is on."), session: .default)
        try await browser.wait(for: "document.querySelector('#bubbles .card strong')?.textContent == 'Light'")
        let sequence = MessageID()
        try app.publish(AudioPlayback(sequence: sequence, state: .started), session: .default)
        try await browser.wait(for: "!document.querySelector('#stop').hidden")
        try await browser.click("#stop")
        #expect(await controls.first()?.body.action == .stop)
        try app.publish(AudioPlayback(sequence: sequence, state: .interrupted), session: .default)
        try await browser.wait(for: "document.querySelector('#stop').hidden")
        try await browser.end()
        try await console.end()
    }
}
