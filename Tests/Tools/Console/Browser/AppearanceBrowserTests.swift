import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "The appearance of the page",
    .enabled(if: PageSuite.isPossible, "chromium, chromium-driver and espeak-ng are installed"))
struct AppearanceBrowserTests {
    /// The views, each with a script that fills it, and an expression that is true when it is filled.
    private static let views = [
        ("talk", submit("text", "i want a pizza"), "document.querySelectorAll('#options button').length == 3"),
        (
            "watch",
            "for (const shown of document.querySelectorAll('#turns summary, #graph-shown > summary')) shown.click()",
            "document.querySelector('#turns .fall') && document.querySelectorAll('#graph g').length > 10"
        ),
        (
            "try", submit("try-text", "order the pizza please now"),
            "document.querySelector('.near del') && document.querySelector('#app-lines').childElementCount > 20"
        ),
    ]

    @Test(
        "each view fits every screen from 360 pixels on, light and dark; its controls have names, in the order of the eye"
    )
    func views() async throws {
        let pipeline = try await PagePipeline(hasAudio: true)
        let browser = try await Browser(microphone: PageSuite.silence(in: pipeline.folder))
        // The turns pass while the page watches.
        try await browser.emulate(width: 1000, height: 760)
        try await browser.open("\(pipeline.link)#watch")
        try await browser.wait(for: "document.querySelector('tr[data-stage=\"intent/test\"] .good')")
        try await browser.wait(for: "document.querySelector('tr[data-stage=\"audio/test\"] .good')")
        for (view, fill, isFilled) in Self.views {
            try await browser.click("#show-\(view)")
            try await browser.run(fill)
            try await browser.wait(for: isFilled)
            for (width, height, isDark, name) in [
                (1000, 760, false, nil), (1000, 760, true, "\(view)-dark.png"), (390, 780, false, "\(view)-phone.png"),
                (360, 640, true, nil),
            ] as [(Int, Int, Bool, String?)] {
                try await browser.emulate(width: width, height: height, isDark: isDark)
                for language in ["de", "en"] {
                    try await browser.run(
                        "const list = document.querySelector('#language'); list.value = '\(language)'; list.dispatchEvent(new Event('change'))"
                    )
                    let wide = try await browser.run(Self.wide)
                    #expect(wide == [], "\(view), \(width) pixels, \(language): \(wide.text())")
                }
                // A phone has no space bar.
                let hint = try await browser.run("return document.querySelector('#hint').textContent").text()
                #expect(hint.contains("space bar") == (width > 500), "\(hint)")
                if let name { try await PageSuite.keep(browser, name) }
            }
            #expect(try await browser.run(Self.nameless) == [], "\(view)")
            #expect(try await browser.run(Self.disordered) == [], "\(view)")
        }
        try await browser.end()
        try await pipeline.end()
    }

    @Test("the page is used with the keyboard alone, and moves nothing for those who want that")
    func keyboard() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        let (tab, enter) = ("\u{E004}", "\u{E007}")
        var reached: [JSONValue] = []
        try await browser.run("document.querySelector('#show-talk').focus()")
        for _ in 1...6 {
            try await browser.press(tab)
            reached.append(try await browser.run("return document.activeElement.id"))
        }
        #expect(reached == ["show-watch", "show-try", "conversation", "language", "microphone", "text"])
        let ring = "return getComputedStyle(document.activeElement).outlineStyle"
        #expect(try await browser.run(ring) == "solid")
        for _ in "hello" { try await browser.press("h") }
        try await browser.press(enter)
        try await browser.wait(for: "document.querySelector('#bubbles .failed')")
        let motion = "return getComputedStyle(document.querySelector('#microphone')).transitionDuration"
        #expect(try await browser.run(motion) != "0s")
        try await browser.emulate(width: 1000, height: 760, isStill: true)
        #expect(try await browser.run(motion) == "0s")
        try await browser.end()
        try await console.end()
    }

    @Test("a contrast theme shows which view is open, whether the microphone is, the word that is said, and the bars")
    func contrastTheme() async throws {
        let folder = try TemporaryFolder()
        let console = try await ConsoleUnderTest()
        let browser = try await Browser(microphone: PageSuite.silence(in: folder))
        try await browser.emulate(width: 1000, height: 760, isForced: true)
        try await browser.open(console.link)
        try await browser.wait(for: "document.querySelector('#conversation option')")
        let same = try await browser.run(
            """
            const ground = (element) => getComputedStyle(element).backgroundColor;
            const made = (parent, name, className) =>
              document.querySelector(parent).appendChild(Object.assign(document.createElement(name), { className }));
            const microphone = document.querySelector("#microphone");
            const closed = ground(microphone);
            microphone.setAttribute("aria-pressed", "true");
            const lane = made("#talk", "span", "lane");
            lane.append(document.createElement("i"));
            const pairs = {
              microphone: [closed, ground(microphone)],
              view: [ground(document.querySelector("#show-talk")), ground(document.querySelector("#show-watch"))],
              word: [ground(made("#bubbles", "span", "lit")), ground(document.querySelector("#bubbles"))],
              bar: [ground(lane.firstChild), ground(lane)],
            };
            return Object.keys(pairs).filter((name) => pairs[name][0] === pairs[name][1]);
            """)
        #expect(same == [])
        try await browser.end()
        try await console.end()
    }

    private static func submit(_ field: String, _ text: String) -> String {
        "const field = document.querySelector('#\(field)'); field.value = '\(text)'; field.form.requestSubmit()"
    }

    /// Returns what reaches beyond the window, unless it can be scrolled there.
    private static let wide = """
        return [...document.querySelectorAll('body *')].filter((element) => {
          const { right, width } = element.getBoundingClientRect();
          return width > 1 && element.checkVisibility() && right > document.documentElement.clientWidth + 1 && !element.closest('.wide, pre, textarea, select');
        }).map((element) => `${element.tagName} ${element.id || element.className} ${element.textContent.slice(0, 40)}`).slice(0, 9)
        """

    /// The elements that the tab key reaches, in the order of the document, without hidden ones.
    private static let controls = """
        const controls = [...document.querySelectorAll('button, input, select, textarea, summary, [tabindex]')]
          .filter((element) => element.checkVisibility() && !element.disabled);
        """

    /// Returns the controls without a name for a screen reader.
    private static let nameless =
        controls + """
            return controls.filter((element) => !element.textContent.trim() && !element.ariaLabel && !element.labels?.length)
              .map((element) => element.outerHTML.slice(0, 80))
            """

    /// Returns the controls that come later than one that stands below them, in the same column of the page.
    private static let disordered =
        controls + """
            const boxes = controls.filter((element) => !element.closest('svg')).map((element) => element.getBoundingClientRect());
            return boxes.slice(1).filter((box, index) => box.bottom <= boxes[index].top).map(({ x, y }) => `${x} ${y}`)
            """
}
