import Foundation
import Synchronization

/// A private PulseAudio server with a virtual loudspeaker, and a microphone that records the loudspeaker.
///
/// ```swift
/// let pulse = try await PulseServer()
/// let recording = try await pulse.record()
/// let audio = try ProgramUnderTest("saybus-audio", ["--bus", bus.url], environment: pulse.environment)
/// ```
///
/// Programs that run with ``environment`` find the server as ALSA's default device, and find no other device. The
/// server is killed when this object is released.
public final class PulseServer: Sendable {
    /// The name of the loudspeaker, a null sink.
    public static let speaker = "speaker"
    /// The name of the microphone.
    public static let microphone = "speaker.monitor"
    /// Samples a second of loudspeaker and microphone, both mono.
    public static let rate = 48_000

    /// The Debian packages that are required and missing.
    public static let missing: [String] = {
        var missing = ["pulseaudio": ["pulseaudio"], "pulseaudio-utils": ["pactl", "parec", "paplay"]]
            .filter { $0.value.contains { program(named: $0) == nil } }.map(\.key)
        let libraries = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        let plugin = "alsa-lib/libasound_module_pcm_pulse.so"
        if !([""] + libraries).contains(where: { FileManager.default.fileExists(atPath: "/usr/lib/\($0)/\(plugin)") }) {
            missing.append("libasound2-plugins")
        }
        return missing.sorted()
    }()

    /// Whether a server can be started here.
    public static var isInstalled: Bool { missing.isEmpty }

    /// The reason that a skipped test gives.
    public static let requirement = "needs pulseaudio, pulseaudio-utils and libasound2-plugins"

    /// The variables by which programs find the server.
    public let environment: [String: String]
    private let folder: URL
    private let server = Mutex<ProgramUnderTest?>(nil)

    /// Starts a server, and waits until it accepts connections.
    public init() async throws(ProgramError) {
        folder = URL(filePath: NSTemporaryDirectory()).appending(
            path: "saybus-pulse-\(UUID().uuidString.prefix(13).lowercased())")
        let path = folder.path(percentEncoded: false)
        environment = [
            "HOME": path, "XDG_RUNTIME_DIR": path, "XDG_CONFIG_HOME": path, "PULSE_RUNTIME_PATH": path,
            "PULSE_STATE_PATH": path, "PULSE_SERVER": "unix:\(path)/native",
        ]
        // With rewinding, a null sink would have a buffer of 2 s instead of 50 ms.
        let script = """
            load-module module-native-protocol-unix socket=\(path)/native auth-anonymous=1
            load-module \(Self.module.joined(separator: " "))
            set-default-sink \(Self.speaker)
            set-default-source \(Self.microphone)
            """
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data((script + "\n").utf8).write(to: folder.appending(path: "server.pa"))
            try Data("pcm.!default { type pulse }\nctl.!default { type pulse }\n".utf8).write(
                to: folder.appending(path: ".asoundrc"))
        } catch {
            throw ProgramError(.notStarted, "cannot make \(path): \(error)")
        }
        try await start()
    }

    deinit {
        // The server is released before the folder, into which it writes.
        server.withLock { $0 = nil }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server again after ``stop()``, with a new loudspeaker.
    public func start() async throws(ProgramError) {
        let path = folder.path(percentEncoded: false)
        let program = try ProgramUnderTest(
            Self.path(of: "pulseaudio"),
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
                "--realtime=no", "--high-priority=no", "--log-target=stderr", "--log-level=info",
                "--file=\(path)/server.pa",
            ], environment: environment)
        try await program.line(on: .standardError) { $0.contains("Daemon startup complete") }
        server.withLock { $0 = program }
    }

    /// Kills the server, as a crash would.
    public func stop() async throws(ProgramError) {
        guard let program = server.withLock({ $0 }) else { return }
        program.send(SIGKILL)
        try await program.exitCode()
        server.withLock { $0 = nil }
    }

    /// Pauses the server's process until ``thaw()``, as if it hung: it accepts data and answers nothing.
    public func freeze() { server.withLock { $0 }?.send(SIGSTOP) }

    /// Continues the server's process after ``freeze()``.
    public func thaw() { server.withLock { $0 }?.send(SIGCONT) }

    /// Removes the loudspeaker, as if it were unplugged. All playback on it ends.
    public func removeSpeaker() async throws(ProgramError) { try await control("unload-module", Self.module[0]) }

    /// Adds the loudspeaker again.
    public func addSpeaker() async throws(ProgramError) {
        try await control(["load-module"] + Self.module)
        try await control("set-default-sink", Self.speaker)
        try await control("set-default-source", Self.microphone)
    }

    /// Runs `pactl`, and returns its output.
    @discardableResult
    public func control(_ arguments: String...) async throws(ProgramError) -> String { try await control(arguments) }

    /// Records what the loudspeaker plays. Returns when the first samples have arrived.
    /// - Parameter limit: The maximum length of the recording in seconds.
    public func record(limit: Int = 300) async throws(ProgramError) -> PulseRecording {
        let recording = try PulseRecording(Self.path(of: "parec"), environment: environment, limit: limit)
        try await recording.ready()
        return recording
    }

    /// Plays a sound file on the loudspeaker, and so into the microphone. Returns when the file has been played.
    public func play(_ file: String) async throws(ProgramError) {
        let player = try ProgramUnderTest(
            Self.path(of: "paplay"), ["--device=\(Self.speaker)", file], environment: environment)
        guard try await player.exitCode(within: .seconds(600)) == 0 else {
            throw ProgramError(.notStarted, "paplay does not play \(file): \(player.report)")
        }
    }

    private static let module = [
        "module-null-sink", "sink_name=\(speaker)", "format=s16le", "rate=\(rate)", "channels=1", "norewinds=1",
    ]

    @discardableResult
    private func control(_ arguments: [String]) async throws(ProgramError) -> String {
        let program = try ProgramUnderTest(Self.path(of: "pactl"), arguments, environment: environment)
        guard try await program.exitCode() == 0 else {
            throw ProgramError(.notStarted, "pactl \(arguments.joined(separator: " ")): \(program.report)")
        }
        return program.lines().joined(separator: "\n")
    }

    private static func program(named name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func path(of name: String) -> String { program(named: name) ?? "/usr/bin/\(name)" }
}
