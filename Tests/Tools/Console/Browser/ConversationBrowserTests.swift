import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "A conversation in a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct ConversationBrowserTests {
    @Test(
        "where site data is blocked: answers by keyboard, a number that is being typed, reading above, the space bar, a lost microphone"
    )
    func conversation() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let (bus, transcriber) = (try await console.stage(.dispatch), try await console.stage(.transcribe))
        let beating = console.heartbeat(of: [(.transcribe, transcriber)])
        defer { beating.cancel() }
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.prepare(
            """
            for (const name of ["localStorage", "sessionStorage"]) {
              Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
            }
            """)
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        guard case .string(let name) = try await browser.run("return document.querySelector('#conversation').value")
        else { throw WebDriverError("the page has no conversation") }
        let session = try #require(Session(rawValue: name))
        try await answer(browser, bus, session)
        try await read(browser, bus, session)
        try await speak(browser)
        // The console ends while the microphone is open.
        try await browser.wait(for: "document.querySelector('#partial').textContent.startsWith('listening')")
        console.program.send(15)
        try await browser.wait(for: "document.querySelector('#bubbles').textContent.includes('lost while you spoke')")
        try await browser.end()
        try await console.program.exitCode()
    }

    /// Asks for a size, then for a number, with the focus on the question.
    private func answer(_ browser: Browser, _ bus: Bus, _ session: Session) async throws {
        func ask(_ request: MessageID, _ state: VoiceRequestStatus.State, _ question: VoiceRequestStatus.Question)
            throws
        {
            try bus.publish(VoiceRequestStatus(request: request, state: state, question: question), session: session)
        }
        let (first, second) = (MessageID(), MessageID())
        let size = VoiceRequestStatus.Question(kind: "select", prompt: "What size?", options: ["small", "large"])
        let count = VoiceRequestStatus.Question(kind: "number", prompt: "How many?")
        try ask(first, .presented, size)
        try await browser.wait(for: "document.querySelectorAll('#options button').length == 2")
        let (tab, back) = ("\u{E004}", "\u{E003}")
        try await browser.run("document.querySelector('#microphone').focus()")
        try await browser.press(tab)
        try await browser.run("document.querySelector('#options button').focus()")
        try ask(first, .completed, size)
        // Typed into the field for text, a space opens no microphone.
        try await browser.wait(for: "document.activeElement.id == 'text'")
        try ask(second, .presented, count)
        try await browser.wait(for: "document.activeElement.matches('#options input')")
        try await browser.press("7")
        try ask(second, .listening, count)
        try bus.publish(CardShown(app: "house", type: "simple", title: "Here", text: "now"), session: session)
        try await browser.wait(for: "document.querySelector('#bubbles .card')")
        #expect(try await browser.run("return document.querySelector('#options input').value") == "7")
        #expect(try await browser.run("return document.activeElement.matches('#options input')") == true)
        try await browser.press(back)
        try ask(second, .completed, count)
        try await browser.wait(for: "document.querySelector('#question').hidden")
    }

    /// Scrolls up in a long conversation that goes on.
    private func read(_ browser: Browser, _ bus: Bus, _ session: Session) async throws {
        func say(_ text: String) async throws {
            try bus.publish(AudioSequence([.speech(.init(text))]), session: session)
            try await browser.wait(
                for: "[...document.querySelectorAll('#bubbles .said')].at(-1)?.textContent == '\(text)'")
        }
        let distance = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)"
        let list = "document.querySelector('#bubbles')"
        for number in 0..<40 { try await say("line \(number)") }
        #expect(try await browser.run("return \(distance)(\(list)) < 2") == true)
        func scrollUp() async throws {
            try await browser.run(
                """
                window.isScrolled = false;
                \(list).addEventListener("scroll", () => { window.isScrolled = true; }, { once: true });
                \(list).scrollTop = 100;
                """)
            try await browser.wait(for: "window.isScrolled")
        }
        try await scrollUp()
        try await say("below")
        #expect(try await browser.run("return \(list).scrollTop") == 100)
        // Somebody who has typed is shown why it is refused.
        try await browser.run(
            "const text = document.querySelector('#text'); text.value = 'hallo'; text.form.requestSubmit()")
        try await browser.wait(for: "\(list).lastChild.textContent.includes('no intent stage is ready')")
        #expect(try await browser.run("return \(distance)(\(list)) < 2") == true)
        try await scrollUp()
        // Somebody who has spoken is shown what follows.
        try bus.publish(SpeechTranscript(text: "pardon", engine: "text"), session: session, turn: TurnID())
        try await browser.wait(for: "\(list).lastChild.textContent == 'pardon'")
        #expect(try await browser.run("return \(distance)(\(list)) < 2") == true)
    }

    /// Presses the space bar with and without other keys, and takes the microphone away.
    private func speak(_ browser: Browser) async throws {
        try await browser.run(
            """
            window.streams = [];
            const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = async (wanted) => {
              const stream = await open(wanted);
              window.streams.push(stream);
              return stream;
            };
            window.press = (more) => {
              for (const type of ["keydown", "keyup"]) {
                document.body.dispatchEvent(new KeyboardEvent(type, { key: " ", bubbles: true, cancelable: true, ...more }));
              }
              return document.querySelector("#microphone").getAttribute("aria-pressed");
            };
            """)
        for other in ["ctrlKey", "shiftKey", "altKey", "metaKey", "isComposing"] {
            #expect(try await browser.run("return window.press({ \(other): true })") == "false", "\(other)")
        }
        #expect(try await browser.run("return window.press({})") == "true")
        try await browser.wait(for: "document.querySelector('#partial').textContent.startsWith('listening')")
        // As the browser does when the microphone is unplugged.
        let end =
            "const track = window.streams.at(-1).getTracks()[0]; track.stop(); track.dispatchEvent(new Event('ended'))"
        try await browser.run(end)
        try await browser.wait(for: "document.querySelector('#bubbles').textContent.includes('taken away')")
        let pressed = "document.querySelector('#microphone').getAttribute('aria-pressed')"
        #expect(try await browser.run("return \(pressed)") == "false")
        #expect(try await browser.run("return window.press({})") == "true")
        try await browser.wait(for: "window.streams.length == 2")
    }
}
