import Foundation
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusTesting

/// The programs of a campaign: broker, intent stages and dispatchers with a standby each, further apps of three models,
/// and an audio stage; with sound turns a listener and a transcriber, too. Each is started again whenever it ends.
final class ChaosPrograms: Sendable {
    let folder: String
    let address: BusAddress
    let all: [MonitoredProgram]
    /// The programs that faults are injected into: all but the recorder, whose recording explains what went wrong.
    var victims: [MonitoredProgram] { all.filter { $0.role != .tap } }
    /// The roles that must be ready before the first turn, with the number of programs on standby or ready.
    let expected: [Role: Int]
    /// The disk of the dispatchers' journals; nil when this process may not mount one.
    private let disk: SmallDisk?
    /// The wall clock of each program, by its name; empty when they all have the machine's.
    private let clocks: [String: ShiftedClock]
    private var fillerPath: String? { disk.map { $0.path + "/filler" } }

    /// Starts the programs.
    /// - Parameters:
    ///   - folder: An empty folder for the bus, the apps, their marks, and the programs' output.
    ///   - recording: The sound that the listener hears again and again; nil for no sound turns.
    ///   - withDisk: Whether the journals are on a disk of their own.
    ///   - withClocks: Whether each program has a wall clock of its own.
    init(_ folder: String, recording: String?, withDisk: Bool, withClocks: Bool) throws {
        self.folder = folder
        let address = try BusAddress("ipc://\(folder)/bus")
        self.address = address
        disk = withDisk && SmallDisk.isPossible ? try SmallDisk(kilobytes: 4096) : nil
        try FileManager.default.createDirectory(
            atPath: folder + "/bus", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let disk {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/bus/turns", withDestinationPath: disk.path)
        }
        try ChaosApps.write(to: folder)
        var clocks: [String: ShiftedClock] = [:]
        func start(_ role: Role, _ name: String, _ program: String, _ arguments: [String]) throws
            -> MonitoredProgram
        {
            let own = role == .broker || role == .tap ? [] : ["--instance", name, "--wait", "60"]
            let command = ProcessCommand(
                MonitoredProgram.path(of: program),
                arguments + own + ["--bus", address.url, "--log-level", "notice"],
                addingToEnvironment: ["SAYBUS_CHAOS_MARKS": folder + "/marks"])
            if withClocks, role != .tap {
                let clock = try ShiftedClock(file: "\(folder)/\(name).clock", directory: MonitoredProgram.directory)
                clocks[name] = clock
                return try MonitoredProgram(
                    role, name, clock.command(command), log: "\(folder)/\(name).log", isRestarted: true)
            }
            return try MonitoredProgram(role, name, command, log: "\(folder)/\(name).log", isRestarted: true)
        }
        func dispatch(_ name: String, _ arguments: [String]) throws -> MonitoredProgram {
            try start(.dispatch, name, "saybus-dispatch", arguments)
        }
        var all = try [
            start(.broker, "broker", "saybus-broker", []),
            start(.tap, "recorder", "saybus-tap", ["record", folder + "/recording.sqlite", "--no-audio"]),
            start(.intent, "intent-0", "saybus-intent", ["--standby"]),
            start(.intent, "intent-1", "saybus-intent", ["--standby"]),
            dispatch("app-0", ["--app", folder + "/app.yaml", "--standby"]),
            dispatch("app-1", ["--app", folder + "/app.yaml", "--standby"]),
            dispatch("notes", ["--app", folder + "/notes.yaml"]),
            dispatch("skill", ["--skill", folder + "/skill.yaml"]),
            start(.dispatch, "swift", "saybus-bench", ["chaos-app"]),
            start(.audio, "audio", "saybus-audio", ["--sink", "null"]),
        ]
        var expected: [Role: Int] = [.intent: 2, .dispatch: 5, .audio: 1]
        if let recording {
            all.append(try start(.transcribe, "transcribe", "saybus-transcribe", []))
            // Long enough that the listener, too, is killed while it hears something.
            let sounds = Array(repeating: recording, count: 1000)
            all.append(try start(.listen, "listen", "saybus-listen", ["--session", "hall", "--wav"] + sounds))
            expected[.transcribe] = 1
        }
        (self.all, self.expected, self.clocks) = (all, expected, clocks)
    }

    /// Sets the wall clock of a program.
    /// - Parameter seconds: The difference from the machine's clock.
    /// - Returns: False when the program has no clock of its own.
    func setClock(of program: MonitoredProgram, to seconds: Int) throws -> Bool {
        guard let clock = clocks[program.name] else { return false }
        try clock.set(.seconds(seconds))
        return true
    }

    /// Fills the disk of the journals.
    /// - Returns: False when there is no such disk.
    func fillDisk() -> Bool {
        guard let fillerPath, FileManager.default.createFile(atPath: fillerPath, contents: nil),
            let handle = FileHandle(forWritingAtPath: fillerPath)
        else { return false }
        let block = Data(repeating: 0, count: 1024)
        while (try? handle.write(contentsOf: block)) != nil {}
        try? handle.close()
        return true
    }

    /// Frees the disk of the journals.
    func freeDisk() { if let fillerPath { unlink(fillerPath) } }

    /// Returns the number of times that each mark was made, by its words.
    func marks() -> [String: Int] {
        let text = (try? String(contentsOfFile: folder + "/marks", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { $0[String($1), default: 0] += 1 }
    }

    /// Ends all programs, the broker last.
    func end() { for program in all.reversed() { program.end() } }
}
