import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Talking in a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct BrowserTests {
    @Test(
        "a spoken command is heard, its question answered by touch, and the answer sounds so that a recognizer hears it"
    )
    func talk() async throws {
        let pipeline = try await PagePipeline()
        let browser = try await Browser(microphone: try await WaveFile.speech("I want a pizza", in: pipeline.folder))
        try await browser.open(pipeline.link)
        try await HeardInPage.begin(browser)
        // The words that are lit while they are said, in their order.
        try await browser.run(
            """
            window.lit = [];
            new MutationObserver((changes) => {
              for (const { target } of changes) if (target.classList.contains("lit")) window.lit.push(target.textContent);
            }).observe(document.querySelector("#bubbles"), { subtree: true, attributeFilter: ["class"] });
            """)
        try await browser.wait(for: "document.querySelector('#commands button')")
        try await browser.click("#microphone")
        try await browser.wait(for: "document.querySelector('#bubbles .heard')?.textContent.includes('i want a pizza')")
        try await browser.wait(for: said("What size?"))
        try await browser.wait(for: "document.querySelectorAll('#options button').length == 3")
        try await browser.wait(for: "window.lit.includes('size?')")
        try await PageSuite.keep(browser, "talk.png")
        #expect(try await browser.run("return window.lit.slice(-2)") == ["What", "size?"])
        #expect(try await browser.run("return document.querySelectorAll('#bubbles .lit').length <= 1") == true)

        try await browser.wait(for: silent)
        try await HeardInPage.begin(browser)
        try await browser.touch("#options button:nth-child(2)")
        try await browser.wait(for: said("How many medium pizzas?"))
        try await browser.wait(for: "document.querySelector('#options input[type=number]')")
        try await browser.wait(for: "window.lit.includes('pizzas?')")
        try await browser.wait(for: silent)
        let heard = try await HeardInPage.sentence(
            browser,
            among: [
                "what size", "how many small pizzas", "how many medium pizzas", "how many large pizzas",
                "welcome to the pizzeria", "we have no such size", "no pizza then",
            ], in: pipeline.folder)
        #expect(heard == "how many medium pizzas")

        try await browser.run(
            "const field = document.querySelector('#options input'); field.value = 2; field.form.requestSubmit()")
        try await browser.wait(for: said("2 medium pizzas. Is that right?"))
        try await browser.wait(for: "document.querySelectorAll('#options button').length == 2")
        try await browser.touch("#options button:first-child")
        try await browser.wait(for: said("Thank you."))
        #expect(
            try await browser.run("return document.querySelector('#bubbles').textContent.includes('no such size')")
                == false)
        try await browser.end()
        try await pipeline.end()
    }

    @Test("the page fits a phone, in the dark, speaks German, has a name for every control, and contrast")
    func phone() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.emulate(width: 360, height: 640, isDark: true)
        try await browser.open(console.link)
        try await browser.run(
            "const list = document.querySelector('#language'); list.value = 'de'; list.dispatchEvent(new Event('change'))"
        )
        try await browser.wait(for: "document.querySelector('#send').textContent == 'Senden'")
        #expect(try await browser.run("return document.documentElement.lang") == "de")
        for view in ["talk", "watch", "try"] {
            try await browser.click("#show-\(view)")
            #expect(
                try await browser.run("return document.documentElement.scrollWidth <= innerWidth") == true, "\(view)")
        }
        try await browser.click("#show-talk")
        let nameless = """
            return [...document.querySelectorAll('button, input, select, textarea')]
              .filter((element) => !element.textContent.trim() && !element.ariaLabel && !element.labels?.length)
              .map((element) => element.id)
            """
        #expect(try await browser.run(nameless) == [])
        #expect(try await browser.run(contrast) == [])
        try await browser.emulate(width: 360, height: 640)
        #expect(try await browser.run(contrast) == [])
        // With no pipeline, the page says what is missing.
        try await browser.run(
            "const text = document.querySelector('#text'); text.value = 'hallo'; text.form.requestSubmit()")
        try await browser.wait(
            for: "document.querySelector('#bubbles .failed')?.textContent.includes('no intent stage')")
        // A long text that is pasted is not cut, but refused: its end may be what matters.
        try await browser.run(
            """
            const text = document.querySelector("#text");
            text.value = "";
            text.focus();
            document.execCommand("insertText", false, "delete everything ".repeat(60));
            text.form.requestSubmit();
            """)
        try await browser.wait(for: "document.querySelector('#bubbles').textContent.includes('1 to 1000 characters')")
        try await browser.wait(for: "document.querySelector('#text').value.length == 1080")
        try await browser.end()
        try await console.end()
    }

    @Test("an answer that the browser does not let sound counts as not played, and the page says so")
    func silenced() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let (app, intent) = (try await console.stage(.dispatch), try await console.stage(.intent))
        let (playbacks, transcripts) = (app.subscribe(AudioPlayback.self), intent.subscribe(SpeechTranscript.self))
        for bus in [app, intent] { try await bus.ready() }
        let beating = console.heartbeat(of: [(.intent, intent)])
        defer { beating.cancel() }
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        // As on a telephone while somebody calls.
        try await browser.prepare(
            """
            const Context = window.AudioContext;
            window.AudioContext = class extends Context {
              constructor(...options) { super(...options); this.suspend(); }
              resume() { return new Promise(() => {}); }
            };
            """)
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        try await browser.run(
            "const text = document.querySelector('#text'); text.value = 'hello'; text.form.requestSubmit()")
        // The text is published when the page's loudspeaker is ready.
        let typed = try #require(await transcripts.first())
        try app.publish(
            AudioSequence([.tone(AudioEvent.Tone(frequency: 440, durationMs: 300))]), session: typed.header.session,
            isTracked: false)
        let end = try #require(await playbacks.first(within: .seconds(20)) { $0.body.isOver })
        #expect(end.body.state == .skipped && end.body.reason?.contains("does not let the page make sound") == true)
        try await browser.wait(for: "document.querySelector('#bubbles').textContent.includes('make no sound')")
        try await browser.end()
        try await console.end()
    }

    private let silent = "document.querySelector('#stop').hidden && !document.querySelector('#bubbles .lit')"

    private func said(_ text: String) -> String {
        "[...document.querySelectorAll('#bubbles .said')].some((said) => said.textContent.includes('\(text)'))"
    }

    /// Returns the pairs of colours of the page whose contrast is below 4.5 to 1 for text, and below 3 to 1 for the
    /// edges of controls (WCAG 2.2, 1.4.3 and 1.4.11). The second name of a pair is that of the ground.
    private let contrast = """
        const style = getComputedStyle(document.documentElement);
        const light = (name) => {
          const color = style.getPropertyValue(name).trim();
          const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g);
          const [red, green, blue] = digits.map((digits) => {
            const part = parseInt(digits, 16) / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const pairs = ["text", "soft", "bad", "good", "accent"].flatMap((ink) => [[ink, "page"], [ink, "card"]]);
        pairs.push(["own-text", "own"], ["card", "accent"], ["page", "bad"]);
        pairs.push(["control", "card"], ["control", "page"]);
        return pairs.filter(([one, other]) => {
          const [high, low] = [light(`--${one}`), light(`--${other}`)].sort((one, other) => other - one);
          return !((high + 0.05) / (low + 0.05) >= (one === "control" ? 3 : 4.5));
        }).map((pair) => pair.join(" on "));
        """
}
