import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Synchronization
import Testing

/// A test rig: the programs of a pipeline as processes with fixed names, a client that publishes typed text,
/// and an app whose commands append to a file.
final class Rig: Sendable {
    let folder: String
    let address: BusAddress
    let client: Bus
    private let programs = Mutex<[Role: ProgramUnderTest]>([:])

    init() throws {
        folder = NSTemporaryDirectory() + "saybus-fault-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        address = try BusAddress("ipc://\(folder)/bus")
        client = try Bus(
            at: address, as: Source(role: .console, instance: "test")!, tracking: [SpeechTranscript.self],
            logger: TestBus.quiet)
        try """
        app: faults
        commands:
          Mark:
            patterns: ["mark @number:Number", "set a timer for @number:Number minutes"]
            do:
              - exec: [sh, -c, 'echo "$1" >> "$2"', sh, "{number}", "\(folder)/marks"]
              - speak: "Marked {number}."
          Slow:
            patterns: ["slowly mark @number:Number"]
            do:
              - exec: [sh, -c, 'echo "$1" >> "$2"; echo; exec sleep 3', sh, "{number}", "\(folder)/marks"]
              - speak: "Slowly marked {number}."
          Talk:
            patterns: ["talk"]
            do:
              - speak: "This is an answer that takes its time, so that there is time to do harm while it sounds."
        """.write(toFile: folder + "/app.yaml", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Starts a stage and waits until it is ready.
    @discardableResult
    func start(_ role: Role, _ more: [String] = [], environment: [String: String] = [:]) async throws
        -> ProgramUnderTest
    {
        let program = try launch(role, more, environment: environment)
        try await program.ready()
        return program
    }

    /// Starts a stage without waiting until it is ready.
    @discardableResult
    func launch(
        _ role: Role, _ more: [String] = [], environment: [String: String] = [:], takesInput: Bool = false
    ) throws -> ProgramUnderTest {
        let own =
            switch role {
            case .dispatch: ["--app", folder + "/app.yaml"]
            case .audio: ["--sink", "null"]
            default: [String]()
            }
        let common = role == .broker || role == .tap ? [] : ["--instance", role.rawValue, "--wait", "30"]
        let arguments = ["--bus", address.url] + common + own + more
        let program = try ProgramUnderTest(
            "saybus-\(role)", arguments, environment: environment, takesInput: takesInput)
        programs.withLock { $0[role] = program }
        return program
    }

    /// Creates a rig for typed turns, with broker, intent, dispatch and audio running.
    static func typed(audio: [String] = []) async throws -> Rig {
        let rig = try Rig()
        try await rig.start(.broker)
        try await rig.client.ready()
        try await rig.start(.dispatch)
        try await rig.start(.audio, audio)
        try await rig.start(.intent)
        return rig
    }

    func send(_ role: Role, _ signal: Int32) { programs.withLock { $0[role] }?.send(signal) }

    /// Expects that all programs are still running, and shows the last error lines of one that is not.
    func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) {
        for (role, program) in programs.withLock({ $0 }) {
            #expect(
                program.isRunning, "\(role): \(program.lines(.standardError).suffix(10))",
                sourceLocation: sourceLocation)
        }
    }

    /// Kills a stage with SIGKILL and waits for its end.
    func kill(_ role: Role) async throws {
        guard let program = programs.withLock({ $0.removeValue(forKey: role) }) else { return }
        program.send(SIGKILL)
        #expect(try await program.exitCode() == 128 + SIGKILL)
    }

    /// Publishes a text as a new turn.
    func publishText(_ text: String, within lifetime: Duration = .seconds(10), session: Session = .default) throws
        -> TurnID
    {
        let turn = TurnID()
        try client.publish(
            SpeechTranscript(text: text, engine: "text"), session: session, turn: turn,
            deadline: client.now + lifetime.microseconds)
        return turn
    }

    /// The numbers of the commands carried out, in order.
    var marks: [String] {
        ((try? String(contentsOfFile: folder + "/marks", encoding: .utf8)) ?? "").split(separator: "\n").map(
            String.init)
    }

    /// Expects that a new turn is handled, and that the previous one does not end again.
    func expectNextTurnHandled(
        _ ends: Subscription<TurnEnded>, after turn: TurnID, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let next = try publishText("mark 99")
        let repeatedEnds = Mutex(0)
        let end = await ends.first(within: .seconds(20)) { end in
            if end.header.turn == turn { repeatedEnds.withLock { $0 += 1 } }
            return end.header.turn == next
        }
        #expect(end?.body.outcome == .handled, "\(String(describing: end?.body))", sourceLocation: sourceLocation)
        #expect(repeatedEnds.withLock { $0 } == 0, "the turn ended again", sourceLocation: sourceLocation)
        #expect(marks.count { $0 == "99" } == 1, sourceLocation: sourceLocation)
    }
}

/// Returns the resident memory of a process in MiB.
func residentMemory(of process: Int32) -> Double {
    let fields = ((try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? "").split(separator: " ")
    return (fields.count > 1 ? Double(fields[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}
