import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "A page's connection to the bus",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct ConnectionBrowserTests {
    @Test("a page says that the console has lost the bus, knows no states meanwhile, and gives back lost text")
    func frozenBroker() async throws {
        let pipeline = try await PagePipeline()
        let browser = try await Browser(microphone: PageSuite.silence(in: pipeline.folder))
        // A text that has not arrived is given up after 21 s.
        try await browser.prepare(
            """
            const wait = window.setTimeout;
            window.setTimeout = (action, time, ...more) => wait(action, time === 21000 ? 500 : time, ...more);
            """)
        try await browser.open("\(pipeline.link)#watch")
        try await browser.wait(for: state("ready"))
        pipeline.send(SIGSTOP, to: "broker")
        try await browser.wait(for: "document.querySelector('#notice').textContent.includes('lost its connection')")
        try await browser.wait(for: state("unknown"))
        try await browser.run(submit("i want a pizza"))
        try await browser.wait(for: "document.querySelector('#text').value == 'i want a pizza'")
        let bubbles = try await browser.run("return document.querySelector('#bubbles').textContent").text()
        #expect(bubbles.contains("no sign that the bus has got this: i want a pizza"), "\(bubbles)")
        pipeline.send(SIGCONT, to: "broker")
        try await browser.wait(for: "document.querySelector('#notice').textContent == ''")
        try await browser.wait(for: state("ready"))
        try await browser.end()
        try await pipeline.end()
    }

    @Test("a page notices a console that stands still: what was typed comes back, and is not carried out later")
    func frozenConsole() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let (room, intent) = (try await console.stage(.listen), try await console.stage(.intent))
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let beating = console.heartbeat(of: [(.listen, room), (.intent, intent)])
        defer { beating.cancel() }
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option[value=default]')")
        try await browser.run(
            "const list = document.querySelector('#conversation'); list.value = 'default'; list.dispatchEvent(new Event('change'))"
        )
        // It stands still while a word is being said.
        let app = try await console.stage(.dispatch)
        try app.publish(CardShown(app: "house", type: "simple", title: "Here", text: "now"), session: .default)
        try await browser.wait(for: "document.querySelector('#bubbles .card')")
        let said = try app.publish(AudioSequence([.speech(.init("red light"))]), session: .default)
        try app.publish(AudioPlayback(sequence: said.id, state: .started), session: .default)
        try app.publish(AudioPlayback(sequence: said.id, state: .word, text: "red"), session: .default)
        try await browser.wait(for: "document.querySelector('#bubbles .lit')?.textContent == 'red'")
        #expect(try await browser.run("return document.querySelector('#stop').hidden") == false)
        console.program.send(SIGSTOP)
        try await browser.run(submit("turn on the light"))
        try await browser.wait(for: "document.querySelector('#notice').textContent.includes('is lost')")
        try await browser.wait(for: "document.querySelector('#text').value == 'turn on the light'")
        #expect(
            try await browser.run(
                "return document.querySelector('#stop').hidden && !document.querySelector('#bubbles .lit')") == true)
        console.program.send(SIGCONT)
        try await browser.wait(for: "document.querySelector('#notice').textContent == ''")
        #expect(
            try await browser.run("return document.querySelector('#bubbles').textContent.includes('is missing here')")
                == true)
        try await browser.run(submit("shut the door"))
        #expect(await transcripts.first()?.body.text == "shut the door")
        try await browser.end()
        try await console.end()
    }

    @Test("what is typed on a page that hears the console late, as on a slow network, is carried out")
    func slowNetwork() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let (room, intent) = (try await console.stage(.listen), try await console.stage(.intent))
        let transcripts = intent.subscribe(SpeechTranscript.self)
        try await intent.ready()
        let beating = console.heartbeat(of: [(.listen, room), (.intent, intent)])
        defer { beating.cancel() }
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        // `late` counts the reports on the bus that came with the delay.
        try await browser.prepare(
            """
            const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
            [window.delay, window.late] = [0, 0];
            const held = (take) => (event) => {
              const delay = window.delay;
              const isReport = typeof event.data === "string" && event.data.includes('"bus":{');
              setTimeout(() => { take(event); if (isReport && delay === window.delay) window.late++; }, delay);
            };
            Object.defineProperty(WebSocket.prototype, "onmessage", { set(take) { set.call(this, take && held(take)); } });
            """)
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option[value=default]') && window.late > 0")
        try await browser.run(
            "const list = document.querySelector('#conversation'); list.value = 'default'; list.dispatchEvent(new Event('change'))"
        )
        // In two steps, since a page gives up a console of which it hears nothing for six seconds.
        for delay in [3000, 6000] {
            try await browser.run("window.delay = \(delay); window.late = 0")
            try await browser.wait(for: "window.late > 0")
        }
        try await browser.run(submit("shut the door"))
        #expect(await transcripts.first()?.body.text == "shut the door")
        try await browser.end()
        try await console.end()
    }

    @Test("a page waits longer for the answer to a question, which may be one long frame")
    func longAnswer() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.prepare(
            """
            window.seconds = [];
            const repeat = window.setInterval;
            window.setInterval = (action, time, ...more) => {
              if (time === 1000) window.seconds.push(action);
              return repeat(action, time, ...more);
            };
            """)
        try await browser.open(console.link + "#try")
        try await browser.wait(for: "document.querySelector('#conversation option')")
        console.program.send(SIGSTOP)
        try await browser.run(
            """
            const text = document.querySelector("#try-text");
            text.value = "turn on the light";
            text.form.requestSubmit();
            for (let count = 0; count < 10; count++) window.seconds.at(-1)();
            """)
        console.program.send(SIGCONT)
        try await browser.wait(for: "document.querySelector('#try-note').textContent.includes('no app')")
        try await browser.end()
        try await console.end()
    }

    @Test("an answer's text is shown once and as it is, and SSML without its tags")
    func signs() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let bus = try await console.stage(.dispatch)
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        guard case .string(let id) = try await browser.run("return sessionStorage.getItem('page')") else {
            throw WebDriverError("the page has no id")
        }
        let session = try #require(Session(rawValue: "page-\(id)"))
        let texts: [(AudioEvent.Speech, String)] = [
            (.init("five < six and <seven> > three"), "five < six and <seven> > three"),
            (.init("<speak>Tom &amp; <s>Jerry</s> 5 < 6</speak>", format: .ssml), "Tom & Jerry 5 < 6"),
            (.init("<speak>a &constructor; &lt; b</speak>", format: .ssml), "a &constructor; < b"),
        ]
        for (speech, _) in texts {
            let id = MessageID()
            // A tracked message comes again when nobody has taken it, and is shown once.
            for _ in 1...2 { try bus.publish(AudioSequence([.speech(speech)]), id: id, session: session) }
        }
        try bus.publish(AudioSequence([.speech(.init("sieben"))], language: "de"), session: session)
        try await browser.wait(for: "document.querySelectorAll('#bubbles .said').length == \(texts.count + 1)")
        // What a screen reader needs to know of it.
        let last = "document.querySelector('#bubbles .said:last-child')"
        #expect(try await browser.run("return [\(last).lang, \(last).dataset.speaker]") == ["de", "Assistant"])
        try await browser.run("\(last).remove()")
        let said = try await browser.run(
            "return [...document.querySelectorAll('#bubbles .said')].map((bubble) => bubble.textContent)")
        #expect(said == .array(texts.map { .string($0.1) }))
        try await browser.end()
        try await console.end()
    }

    @Test("a copy of a tab is a page of its own, and a page that is loaded again stays the same")
    func copies() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        let isConnected = "document.querySelector('#conversation option')"
        try await browser.wait(for: isConnected)
        let id = try await browser.run("return sessionStorage.getItem('page')")
        try await browser.run("window.copy = window.open(location.href)")
        try await browser.wait(for: "window.copy?.\(isConnected) != null")
        let copy = try await browser.run("return window.copy.sessionStorage.getItem('page')")
        #expect(copy != id && copy != .null)
        try await browser.run("window.isOld = true; location.reload()")
        try await browser.wait(for: "!window.isOld && \(isConnected)")
        #expect(try await browser.run("return sessionStorage.getItem('page')") == id)
        try await browser.end()
        try await console.end()
    }

    private func submit(_ text: String) -> String {
        "const text = document.querySelector('#text'); text.value = '\(text)'; text.form.requestSubmit()"
    }

    private func state(_ state: String) -> String {
        "document.querySelector('#stages tr[data-stage=\"intent/test\"]')?.children[1].textContent == '\(state)'"
    }
}
