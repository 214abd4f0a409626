import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Watching in a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct WatchBrowserTests {
    @Test("a spoken turn opens to its messages and its sound; the graph is drawn; a stage that is killed has its row")
    func watch() async throws {
        let pipeline = try await PagePipeline(hasAudio: true)
        let browser = try await Browser(
            microphone: PageSuite.silence(in: pipeline.folder), size: (1000, 1000))
        try await browser.open("\(pipeline.link)#watch")
        try await browser.wait(for: state("intent/test", "ready"))
        // Spoken elsewhere, as in another room.
        let wav = try await WaveFile.speech("I want a pizza", in: pipeline.folder)
        let listen = try ProgramUnderTest("saybus-listen", pipeline.bus + ["--session", "hall", "--wav", wav])
        let row =
            "[...document.querySelectorAll('#turns > li')].find((item) => item.textContent.includes('i want a pizza'))"
        try await browser.wait(for: row)
        try await browser.wait(for: "\(row).textContent.includes('OrderPizza')")
        try await browser.run("(\(row)).querySelector('summary').click()")
        try await browser.wait(for: "\(row).querySelectorAll('.fall .lane i').length > 5")
        try await browser.run("(\(row)).querySelector('.sound button').click()")
        // The waveform has more than its middle line.
        try await browser.wait(
            for: """
                (() => {
                  const wave = (\(row)).querySelector('canvas');
                  const data = wave?.getContext('2d').getImageData(0, 0, wave.width, 20).data;
                  return data?.some((value) => value > 0);
                })()
                """)
        try await PageSuite.keep(browser, "watch.png")
        try await browser.run("document.querySelector('#graph-shown > summary').click()")
        try await browser.wait(for: "document.querySelectorAll('#graph path').length > 10")
        #expect(
            try await browser.run("return document.querySelector('#graph').textContent.includes('speech.transcript')")
                == true)
        try await browser.run("document.querySelector('#graph-shown').scrollIntoView()")
        try await PageSuite.keep(browser, "graph.png")
        // The app's question keeps the turn open, and a listener waits for the end of its turns unless it is stopped.
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        pipeline.send(SIGKILL, to: "intent")
        try await browser.wait(for: state("intent/test", "lost"), within: 10)
        try await browser.end()
        for name in ["console", "dispatch", "transcribe", "audio", "broker"] { pipeline.send(SIGTERM, to: name) }
    }

    @Test("10 000 messages do not freeze the page, which says how many it was not sent")
    func flood() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let bus = try await console.stage(.transcribe)
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open("\(console.link)#watch")
        try await browser.wait(for: state("transcribe/test", "ready"))
        // The longest time for which the page did nothing else.
        try await browser.run(
            """
            window.longest = 0;
            let last = performance.now();
            setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 10);
            """)
        for _ in 0..<1000 {
            let turn = TurnID()
            for revision in 0..<10 {
                try bus.publish(SpeechPartial(text: "turn on the light", revision: revision), turn: turn)
            }
        }
        try await bus.ready()
        try await browser.wait(for: "document.querySelector('#left-out').textContent.includes('not sent')")
        try await browser.wait(for: "document.querySelectorAll('#turns > li').length >= 20")
        try await browser.click("#pause")
        try await browser.wait(
            for: "document.querySelector('#pause').getAttribute('aria-pressed') == 'true'", within: 3)
        guard case .number(let longest) = try await browser.run("return window.longest + 0.001") else {
            throw WebDriverError("no time")
        }
        #expect(longest < 1000, "the page stood still for \(longest) ms")
        try await browser.end()
        try await console.end()
    }

    @Test(
        "turns go on while the page is paused, the filter finds what is there only, and the address leads to the views")
    func paused() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        guard case .string(let name) = try await browser.run("return document.querySelector('#conversation').value")
        else { throw WebDriverError("the page has no conversation") }
        let session = try #require(Session(rawValue: name))
        try await browser.run("location.hash = '#watch'")
        let bus = try await console.stage(.transcribe)
        try await browser.wait(for: state("transcribe/test", "ready"))
        let turn = TurnID()
        try bus.publish(SpeechTranscript(text: "turn on the light", engine: "text"), session: session, turn: turn)
        let row = "document.querySelector('#turns summary')"
        try await browser.wait(for: "\(row)?.textContent.includes('turn on the light')")
        try await browser.click("#pause")
        try bus.publish(TurnEnded(outcome: .handled), session: session, turn: turn)
        // A second program, whose state is shown when the turn's end has come.
        try bus.publish(StageStatus(role: Role("mark"), instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        try await browser.wait(for: state("mark/test", "ready"))
        #expect(try await browser.run("return \(row).textContent.includes('handled')") == false)
        try await browser.click("#pause")
        try await browser.wait(for: "\(row).textContent.includes('handled')")
        for (pattern, count) in [("light", 1), ("fine", 0), ("handled", 1)] {
            try await browser.run(
                "const field = document.querySelector('#pattern'); field.value = '\(pattern)'; field.dispatchEvent(new Event('input'))"
            )
            let shown = try await browser.run("return document.querySelectorAll('#turns > li').length")
            #expect(shown == .integer(Int64(count)), "\(pattern)")
        }
        try await browser.click("#show-try")
        #expect(try await browser.run("return location.hash") == "#try")
        try await browser.goBack()
        try await browser.wait(for: "!document.querySelector('#watch').hidden && location.hash == '#watch'")
        try await browser.goBack()
        try await browser.wait(for: "!document.querySelector('#talk').hidden")
        try await browser.end()
        try await console.end()
    }

    private func state(_ stage: String, _ state: String) -> String {
        "document.querySelector('tr[data-stage=\"\(stage)\"]')?.children[1].textContent == '\(state)'"
    }
}
