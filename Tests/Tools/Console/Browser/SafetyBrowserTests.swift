import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Who gets in with a browser",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct SafetyBrowserTests {
    @Test(
        "a page of another origin gets no connection, its link opens, and scripts cannot take the token, which a new one makes worthless"
    )
    func strangers() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("token")
        // The cookie has the port's name: the console that comes later must have the same one.
        let port = try FreePort.number()
        let console = try await ConsoleUnderTest(["--token-file", file], http: "127.0.0.1:\(port)")
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        // The link stands on a page of another site.
        try await browser.open("http://localhost:\(browser.port)/status")
        try await browser.run("location.href = '\(console.link)'")
        try await browser.wait(
            for: "document.querySelector('#notice').textContent == '' && document.querySelector('#conversation option')"
        )
        // The page's address and its scripts do not know the token.
        let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try await browser.run("return document.cookie") == "")
        #expect(try await browser.run("return location.href.includes('\(token)')") == false)

        // The driver's own pages are another origin of this machine. The browser holds the cookie, and still gets
        // nothing.
        try await browser.open("http://127.0.0.1:\(browser.port)/status")
        try await browser.run(
            """
            // A window's own "closed" cannot be written.
            window.answers = [];
            const socket = new WebSocket("ws://127.0.0.1:\(console.port)/bus?page=0123456789abcdef");
            socket.onmessage = ({ data }) => window.answers.push(data);
            socket.onclose = ({ reason }) => { window.refusal = reason || "closed"; };
            """)
        let closed = try await browser.wait(for: "window.refusal")
        #expect("\(closed)".contains("must not use this console") || closed == "closed")
        #expect(try await browser.run("return window.answers.length") == 0)
        try await browser.run(
            "fetch('http://127.0.0.1:\(console.port)/', { credentials: 'include' }).then((answer) => answer.text()).then((text) => { window.read = text; }, () => { window.read = 'refused'; })"
        )
        #expect(try await browser.wait(for: "window.read") == "refused")

        // The token lets a browser in, until there is a new one.
        let thief = try #require(
            try await PageClient.open(
                console.port, headers: [("Cookie", "saybus-console-\(console.port)=\(token)")]))
        try await thief.arrived.require("the greeting") { !$0.reports("hello").isEmpty }
        try await console.end()
        try folder.write("token", "", mode: 0o600)
        let renewed = try await ConsoleUnderTest(["--token-file", file], http: "127.0.0.1:\(console.port)")
        #expect(try await renewed.refuses([("Cookie", "saybus-console-\(renewed.port)=\(token)")]))
        try await browser.open("http://127.0.0.1:\(renewed.port)/")
        #expect(try await browser.run("return document.body.innerText.includes('opens with its link')") == true)

        // A page that is refused says so once, and does not ask again and again.
        try await browser.prepare(
            """
            window.waits = [];
            const wait = window.setTimeout;
            window.setTimeout = (action, time, ...more) => { window.waits.push(time); return wait(action, time, ...more); };
            """)
        try await browser.open(renewed.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        try await browser.run(
            """
            window.notices = [];
            const notice = document.querySelector("#notice");
            new MutationObserver(() => window.notices.push(notice.textContent)).observe(notice, { childList: true });
            """)
        try await renewed.end()
        try folder.write("token", "", mode: 0o600)
        let last = try await ConsoleUnderTest(["--token-file", file], http: "127.0.0.1:\(console.port)")
        try await browser.wait(for: "document.querySelector('#notice').textContent.includes('opens with its link')")
        #expect(try await browser.run("return window.waits.includes(10000) && !window.notices.includes('')") == true)
        try await browser.end()
        try await last.end()
    }
}
