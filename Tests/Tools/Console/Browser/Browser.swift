import Foundation
import SaybusMessages
import SaybusTesting

/// Headless Chromium with a file as its microphone, steered through the WebDriver protocol (W3C).
final class Browser: Sendable {
    /// Whether Chromium and its driver are installed.
    static var isInstalled: Bool { driver != nil && chromium != nil }

    private static let driver = find("chromedriver")
    private static let chromium = find("chromium")

    private let program: ProgramUnderTest
    /// The port of the driver.
    let port: Int
    private let session: String

    private static func find(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first { access($0, X_OK) == 0 }
    }

    /// Starts a browser.
    /// - Parameters:
    ///   - microphone: A WAV file at 48 kHz, which is heard once from the moment at which the microphone is opened.
    ///   - size: The window's width and height.
    init(microphone: String, size: (Int, Int) = (1000, 800)) async throws {
        guard let driver = Self.driver, let chromium = Self.chromium else { throw WebDriverError("no browser") }
        program = try ProgramUnderTest(driver, ["--port=0"])
        let line = try await program.line { $0.contains("started successfully on port") }
        guard let port = line.split(separator: " ").last.flatMap({ Int($0.filter(\.isNumber)) }) else {
            throw WebDriverError("no port: \(line)")
        }
        self.port = port
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
            "--use-file-for-fake-audio-capture=\(microphone)%noloop", "--window-size=\(size.0),\(size.1)",
            "--autoplay-policy=no-user-gesture-required", "--lang=en-US",
        ]
        let options: JSONValue = ["binary": .string(chromium), "args": .array(arguments.map(JSONValue.string))]
        let answer = try await Self.send(
            port, "POST", "/session", ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]])
        guard case .string(let id) = answer["sessionId"] else { throw WebDriverError("no session: \(answer.text())") }
        session = id
    }

    /// Ends the browser.
    func end() async throws {
        _ = try await Self.send(port, "DELETE", "/session/\(session)")
        program.send(SIGTERM)
        try await program.exitCode()
    }

    /// Opens a page.
    func open(_ url: String) async throws { _ = try await command("/url", ["url": .string(url)]) }

    /// Runs a script in each page that is opened from now on, before the page's own ones (Chrome DevTools Protocol,
    /// Page).
    func prepare(_ script: String) async throws {
        _ = try await command(
            "/goog/cdp/execute",
            ["cmd": "Page.addScriptToEvaluateOnNewDocument", "params": ["source": .string(script)]])
    }

    /// Goes back to the page, or to the part of a page, that was shown before.
    func goBack() async throws { _ = try await command("/back", .object([:])) }

    /// Runs a script, whose result it returns.
    @discardableResult
    func run(_ script: String) async throws -> JSONValue {
        try await command("/execute/sync", ["script": .string(script), "args": []])
    }

    /// Waits in the page until a script's expression is true, and returns its value.
    @discardableResult
    func wait(for expression: String, within seconds: Int = 20) async throws -> JSONValue {
        _ = try await command("/timeouts", ["script": .integer(Int64(1000 * seconds))])
        let script = """
            const done = arguments[0];
            const look = () => { const value = (\(expression)); if (value) done(value); else setTimeout(look, 30); };
            look();
            """
        do { return try await command("/execute/async", ["script": .string(script), "args": []]) } catch {
            let page = try? await run("return document.body.innerText + JSON.stringify(window.failures ?? [])")
            throw WebDriverError("not within \(seconds) s: \(expression)\n\(page?.text() ?? "")\n\(error)")
        }
    }

    /// Presses and releases the mouse on an element.
    func click(_ selector: String, holding milliseconds: Int = 30) async throws {
        let found = try await command("/element", ["using": "css selector", "value": .string(selector)])
        let actions: JSONValue = [
            ["type": "pointerMove", "duration": 0, "origin": found, "x": 0, "y": 0],
            ["type": "pointerDown", "button": 0], ["type": "pause", "duration": .integer(Int64(milliseconds))],
            ["type": "pointerUp", "button": 0],
        ]
        _ = try await command(
            "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": actions]]])
    }

    /// Touches an element with a finger.
    func touch(_ selector: String) async throws {
        let found = try await command("/element", ["using": "css selector", "value": .string(selector)])
        let actions: JSONValue = [
            ["type": "pointerMove", "duration": 0, "origin": found, "x": 0, "y": 0],
            ["type": "pointerDown", "button": 0], ["type": "pause", "duration": 30],
            ["type": "pointerUp", "button": 0],
        ]
        let finger: JSONValue = [
            "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"], "actions": actions,
        ]
        _ = try await command("/actions", ["actions": [finger]])
    }

    /// Presses and releases a key: a character, or a code of the WebDriver protocol such as `\u{E004}` for Tab.
    func press(_ key: String) async throws {
        let actions: JSONValue = [
            ["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)],
        ]
        _ = try await command("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Shows the page as another screen does (Chrome DevTools Protocol, Emulation).
    /// - Parameters:
    ///   - width: The width in pixels of CSS, which may be smaller than that of any window. A narrow screen is that of
    ///     a phone, which is touched, and whose scroll bars lie above the page.
    ///   - isDark: Whether dark colours are preferred.
    ///   - isStill: Whether reduced motion is preferred.
    ///   - isForced: Whether a contrast theme replaces the colours.
    func emulate(
        width: Int, height: Int, isDark: Bool = false, isStill: Bool = false, isForced: Bool = false
    ) async throws {
        let size: JSONValue = [
            "width": .integer(Int64(width)), "height": .integer(Int64(height)), "deviceScaleFactor": 1,
            "mobile": .boolean(width < 500),
        ]
        let features: JSONValue = [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
            ["name": "prefers-reduced-motion", "value": isStill ? "reduce" : "no-preference"],
            ["name": "forced-colors", "value": isForced ? "active" : "none"],
        ]
        for (name, parameters) in [
            ("setDeviceMetricsOverride", size), ("setEmulatedMedia", ["features": features]),
            ("setTouchEmulationEnabled", ["enabled": .boolean(width < 500)]),
        ] as [(String, JSONValue)] {
            _ = try await command(
                "/goog/cdp/execute", ["cmd": .string("Emulation.\(name)"), "params": parameters])
        }
    }

    /// Takes a picture of the window, as PNG.
    func picture() async throws -> Data {
        guard case .string(let text) = try await Self.send(port, "GET", "/session/\(session)/screenshot"),
            let data = Data(base64Encoded: text)
        else { throw WebDriverError("no picture") }
        return data
    }

    private func command(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await Self.send(port, "POST", "/session/\(session)\(path)", body)
    }

    private static func send(_ port: Int, _ method: String, _ path: String, _ body: JSONValue = .null) async throws
        -> JSONValue
    {
        let text = body == .null ? "" : body.text()
        let answer = try await PlainHTTP.ask(
            port,
            "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)",
            timeout: 60)
        guard let start = answer.text.range(of: "\r\n\r\n")?.upperBound,
            let value = try? JSONValue(parsing: Array(answer.text[start...].utf8))["value"], answer.status == 200
        else { throw WebDriverError("\(method) \(path): \(answer.text.prefix(1000))") }
        return value
    }
}

/// A failure of the browser or its driver.
struct WebDriverError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
