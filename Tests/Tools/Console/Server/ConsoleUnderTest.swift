import SaybusBus
import SaybusMessages
import SaybusTesting

/// A console as a process on a bus of its own.
struct ConsoleUnderTest {
    let bus: TestBus
    let program: ProgramUnderTest
    let port: Int
    /// The link that the console has printed.
    let link: String

    /// Starts a console, and waits until pages can be opened.
    init(_ arguments: [String] = [], http: String = "127.0.0.1:0") async throws {
        bus = try TestBus()
        program = try ProgramUnderTest(
            "saybus-console", ["--http", http, "--bus", bus.address.url, "--instance", "test"] + arguments)
        try await program.ready()
        let line = try await program.line(on: .standardError) { $0.hasPrefix("console: open ") }
        link = String(line.dropFirst("console: open ".count))
        port = link.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }

    /// Returns whether the console refuses a page with these headers.
    func refuses(_ headers: [(String, String)] = []) async throws -> Bool {
        let upgrade = [
            ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
        ]
        let lines = (upgrade + headers).map { "\($0.0): \($0.1)\r\n" }.joined()
        let answer = try await PlainHTTP.get(port, "/bus?page=0123456789abcdef", lines)
        guard answer.status == 101, let head = answer.bytes.firstRange(of: "\r\n\r\n".utf8) else { return true }
        // A close frame with code 1008 and a reason, and nothing else.
        let frame = Array(answer.bytes[head.upperBound...])
        return frame.count > 4 && frame[0] == 0x88 && Int(frame[1]) == frame.count - 2 && frame[2] == 3
            && frame[3] == 0xF0
    }

    /// Ends the console.
    func end() async throws {
        program.send(15)
        try await program.exitCode()
    }

    /// Connects a stand-in for a stage, which says that it is ready.
    func stage(_ role: Role) async throws -> Bus {
        let bus = try bus.connect(role)
        try await bus.ready()
        try report(role, on: bus)
        return bus
    }

    /// Publishes that a stand-in for a stage is ready.
    func report(_ role: Role, on bus: Bus) throws {
        try bus.publish(StageStatus(role: role, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
    }

    /// Publishes each second that stand-ins for stages are ready, until the task is cancelled. Without this heartbeat,
    /// the broker declares them lost after three seconds.
    func heartbeat(of stages: [(role: Role, bus: Bus)]) -> Task<Void, any Error> {
        Task {
            while true {
                try await Task.sleep(for: .seconds(1))
                for (role, bus) in stages { try report(role, on: bus) }
            }
        }
    }
}
