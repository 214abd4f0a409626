import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Trying in a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct TryBrowserTests {
    @Test(
        "a phrase is told why it does not match, an app's problem has a line, and moved thresholds judge today's turns anew"
    )
    func trial() async throws {
        let recordings = try TemporaryFolder()
        let pipeline = try await PagePipeline(console: ["--recordings", recordings.path])
        let recorder = try ProgramUnderTest("saybus-tap", ["record", recordings.path("today.db")] + pipeline.bus)
        try await recorder.ready()
        let wav = try await WaveFile.speech("I want a pizza", in: pipeline.folder)
        let tap = try ProgramUnderTest("saybus-tap", pipeline.bus)
        try await tap.ready()
        let listen = try ProgramUnderTest("saybus-listen", pipeline.bus + ["--session", "hall", "--wav", wav])
        // The app's question keeps the turn open, and a listener waits for the end of its turns unless it is stopped.
        try await tap.line(within: .seconds(30)) { $0.contains("voice.request") }
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        tap.send(SIGINT)
        try await tap.exitCode()

        let browser = try await Browser(microphone: PageSuite.silence(in: pipeline.folder), size: (1000, 1200))
        try await browser.open("\(pipeline.link)#try")
        try await browser.wait(for: "document.querySelector('#app-text').value.includes('app: pizzeria')")
        try await browser.run(
            "const text = document.querySelector('#try-text'); text.value = 'order the pizza please now'; text.form.requestSubmit()"
        )
        try await browser.wait(for: "document.querySelector('.near del')?.textContent == 'the'")
        try await PageSuite.keep(browser, "try.png")

        // A misspelt key: its line and column, and the caret goes there.
        try await browser.run(
            """
            const text = document.querySelector('#app-text');
            text.value = text.value.replace('summary: Orders', 'sumary: Orders');
            text.dispatchEvent(new Event('input'));
            """)
        try await browser.wait(for: "document.querySelector('#findings .error')?.textContent.includes('sumary')")
        try await browser.run("document.querySelector('#findings .error button').click()")
        let selected =
            "return document.querySelector('#app-text').value.slice(document.querySelector('#app-text').selectionStart).startsWith('sumary')"
        #expect(try await browser.run(selected) == true)
        try await browser.run("document.querySelector('#app-note').scrollIntoView()")
        try await PageSuite.keep(browser, "appfile.png")

        recorder.send(SIGINT)
        try await recorder.exitCode()
        try await browser.run("document.querySelector('#judged-since').dispatchEvent(new Event('change'))")
        try await browser.wait(for: "document.querySelector('#judged tr')?.lastChild.textContent == '1'")
        try await browser.run(
            "const confirm = document.querySelector('#confirm'); confirm.value = 1; confirm.dispatchEvent(new Event('input'))"
        )
        try await browser.wait(
            for: "document.querySelector('#judged-changes')?.textContent.includes('carried out → asked about')")
        try await browser.run("document.querySelector('#judge').scrollIntoView()")
        try await PageSuite.keep(browser, "thresholds.png")

        // The recording is opened to its turn, and replayed from its transcript.
        try await browser.click("#show-watch")
        try await browser.run("document.querySelector('#recorded > summary').click()")
        try await browser.wait(for: "document.querySelector('#recordings summary')?.textContent.includes('today.db')")
        try await browser.run("document.querySelector('#recordings summary').click()")
        try await browser.wait(
            for: "document.querySelector('#recordings ol.turns')?.textContent.includes('i want a pizza')")
        try await browser.run("document.querySelector('#recordings ol.turns summary').click()")
        try await browser.wait(for: "document.querySelectorAll('#recordings .fall li').length > 4")
        try await browser.run("document.querySelector('#recorded').scrollIntoView()")
        try await PageSuite.keep(browser, "recordings.png")
        // What the recognizers heard is tried from there, in the conversation in which it was heard.
        try await browser.run("document.querySelector('#recordings ol.turns .tools button').click()")
        try await browser.wait(for: "document.querySelector('#tried h4')?.textContent.includes('i want a pizza')")
        let title = try await browser.run("return document.querySelector('#tried h3').textContent").text()
        #expect(title.contains("hall"), "\(title)")
        try await browser.end()
        try await pipeline.end()
    }
}
