import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Questions in a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct QuestionBrowserTests {
    /// The buttons of a question that is answered with yes or no.
    private static let (yes, no) = ("#options button:first-child", "#options button:last-child")

    /// Publishes a question.
    private func ask(
        _ app: Bus, _ prompt: String, _ request: MessageID, _ state: VoiceRequestStatus.State = .presented
    ) throws {
        let question = VoiceRequestStatus.Question(kind: "confirmation", prompt: prompt)
        try app.publish(VoiceRequestStatus(request: request, state: state, question: question), session: .default)
    }

    /// Clicks on a button.
    /// - Parameter count: The number of the click in a series: 2 for the second one of a double click.
    private func click(_ selector: String, in browser: Browser, count: Int = 1) async throws {
        try await browser.run(
            "document.querySelector('\(selector)').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: \(count) }))"
        )
    }

    @Test("a question is answered once: a double click and a held key do not answer the next one")
    func once() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let (app, room) = (try await console.stage(.dispatch), try await console.stage(.listen))
        let intent = try await console.stage(.intent)
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let beating = console.heartbeat(of: [(.intent, intent), (.listen, room)])
        defer { beating.cancel() }
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option[value=default]')")
        try await browser.run(
            "const list = document.querySelector('#conversation'); list.value = 'default'; list.dispatchEvent(new Event('change'))"
        )
        let (yes, no) = (Self.yes, Self.no)
        let (trash, photos) = (MessageID(), MessageID())
        try ask(app, "Empty the trash?", trash)
        try await browser.wait(for: "document.querySelector('\(yes)')")
        try await click(yes, in: browser)
        try await click(no, in: browser)
        let first = try #require(await transcripts.first())
        #expect(first.body.text == "yes")
        #expect(try await browser.run("return document.querySelector('\(no)').ariaDisabled") == "true")
        // An answer that did not fit can be given again.
        try ask(app, "Empty the trash?", trash, .invalid)
        try await browser.wait(for: "document.querySelector('\(no)').ariaDisabled == 'false'")
        try ask(app, "And delete all photos?", photos)
        try await browser.wait(for: "document.querySelector('#prompt').textContent.includes('photos')")
        // The end of the earlier question comes after the newer one, if that is another app's.
        try ask(app, "Empty the trash?", trash, .cancelled)
        try app.publish(CardShown(app: "house", type: "simple", title: "Here", text: "now"), session: .default)
        try await browser.wait(for: "document.querySelector('#bubbles .card')")
        #expect(try await browser.run("return document.querySelector('#question').hidden") == false)
        try await click(yes, in: browser, count: 2)
        let isTaken = try await browser.run(
            """
            const held = new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true });
            return document.querySelector("\(yes)").dispatchEvent(held);
            """)
        #expect(isTaken == false)
        try await click(no, in: browser)
        let second = try #require(await transcripts.first())
        #expect(second.body.text == "no")
        // Its turn ends, and the question is still open.
        try intent.publish(TurnEnded(outcome: .notUnderstood), answering: second.header)
        try await browser.wait(for: "document.querySelector('\(no)').ariaDisabled == 'false'")
        try await browser.end()
        try await console.end()
    }

    @Test("the microphone stays open for the time of the newest question, until that is withdrawn")
    func listening() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let (app, transcriber) = (try await console.stage(.dispatch), try await console.stage(.transcribe))
        let beating = console.heartbeat(of: [(.transcribe, transcriber)])
        defer { beating.cancel() }
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.prepare(
            """
            window.waits = [];
            const wait = window.setTimeout;
            window.setTimeout = (action, time, ...more) => { window.waits.push(time); return wait(action, time, ...more); };
            """)
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        guard case .string(let name) = try await browser.run("return document.querySelector('#conversation').value")
        else { throw WebDriverError("the page has no conversation") }
        let session = try #require(Session(rawValue: name))
        // A turn that is over, after which the browser's microphone is still open.
        try await browser.click("#microphone")
        try await browser.wait(
            for: "window.waits.includes(9000) && document.querySelector('#partial').textContent.startsWith('listening')"
        )
        try app.publish(SpeechEnded(durationMs: 0, reason: .stopped, chunks: 0), session: session)
        let pressed = "document.querySelector('#microphone').getAttribute('aria-pressed')"
        try await browser.wait(for: "\(pressed) == 'false'")
        func ask(_ milliseconds: Int) async throws -> MessageID {
            let request = ListenRequest(mode: .followUp, noSpeechTimeoutMs: milliseconds)
            let header = try app.publish(request, session: session)
            try await browser.wait(for: "window.waits.includes(\(milliseconds + 4000)) && \(pressed) == 'true'")
            return header.id
        }
        let (first, second) = (try await ask(9500), try await ask(10_500))
        // Answered by touch, the question waits for no spoken answer any more; the first one was over before.
        try app.publish(ListenRequest.withdrawal(of: first), session: session)
        try app.publish(CardShown(app: "house", type: "simple", title: "Here", text: "now"), session: session)
        try await browser.wait(for: "document.querySelector('#bubbles .card')")
        #expect(try await browser.run("return \(pressed)") == "true")
        try app.publish(ListenRequest.withdrawal(of: second), session: session)
        try await browser.wait(for: "\(pressed) == 'false'")
        try await browser.end()
        try await console.end()
    }
}
