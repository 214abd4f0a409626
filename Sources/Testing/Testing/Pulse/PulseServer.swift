import Foundation
import Synchronization

/// A PulseAudio server of a test's own: a loudspeaker that nobody hears, and a microphone that hears what it plays.
///
/// ```swift
/// let pulse = try await PulseServer()
/// let recording = try await pulse.record()
/// let audio = try ProgramUnderTest("saybus-audio", ["--bus", bus.url], environment: pulse.environment)
/// ```
///
/// Programs with its ``environment`` find it as ALSA's default device, and no other one. It is killed when this object goes.
public final class PulseServer: Sendable {
    /// The name of its loudspeaker, a null sink.
    public static let speaker = "speaker"
    /// The name of its microphone.
    public static let microphone = "speaker.monitor"
    /// Samples a second of both, mono.
    public static let rate = 48_000

    /// Debian packages that it needs and that are not there.
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

    /// Whether it can be started here.
    public static var isInstalled: Bool { missing.isEmpty }

    /// What a test says that is skipped where it cannot.
    public static let requirement = "needs pulseaudio, pulseaudio-utils and libasound2-plugins"

    /// What programs need in their environment to find it.
    public let environment: [String: String]
    private let folder: URL
    private let server = Mutex<ProgramUnderTest?>(nil)

    /// Starts a server; returns when it takes connections.
    public init() async throws(ProgramError) {
        folder = URL(filePath: NSTemporaryDirectory()).appending(
            path: "saybus-pulse-\(UUID().uuidString.prefix(13).lowercased())")
        let path = folder.path(percentEncoded: false)
        environment = [
            "HOME": path, "XDG_RUNTIME_DIR": path, "XDG_CONFIG_HOME": path, "PULSE_RUNTIME_PATH": path,
            "PULSE_STATE_PATH": path, "PULSE_SERVER": "unix:\(path)/native",
        ]
        // Without rewinding a null sink has a buffer of 50 ms rather than of 2 s.
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
        // The server first: it writes into the folder.
        server.withLock { $0 = nil }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts it again after ``stop()``, with a new loudspeaker.
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

    /// Kills it, as a crash would.
    public func stop() async throws(ProgramError) {
        guard let program = server.withLock({ $0 }) else { return }
        program.send(SIGKILL)
        try await program.exitCode()
        server.withLock { $0 = nil }
    }

    /// Halts it, as when it hangs: it takes what is sent and answers nobody, until ``thaw()``.
    public func freeze() { server.withLock { $0 }?.send(SIGSTOP) }

    /// Lets it go on after ``freeze()``.
    public func thaw() { server.withLock { $0 }?.send(SIGCONT) }

    /// Takes the loudspeaker away, as when it is unplugged. What plays on it ends.
    public func removeSpeaker() async throws(ProgramError) { try await control("unload-module", Self.module[0]) }

    /// Gives it a loudspeaker again.
    public func addSpeaker() async throws(ProgramError) {
        try await control(["load-module"] + Self.module)
        try await control("set-default-sink", Self.speaker)
        try await control("set-default-source", Self.microphone)
    }

    /// What `pactl` prints when it is told so.
    @discardableResult
    public func control(_ arguments: String...) async throws(ProgramError) -> String { try await control(arguments) }

    /// Records what the loudspeaker plays; returns when the first samples are there.
    /// - Parameter limit: Most that is kept, in seconds.
    public func record(limit: Int = 300) async throws(ProgramError) -> PulseRecording {
        let recording = try PulseRecording(Self.path(of: "parec"), environment: environment, limit: limit)
        try await recording.ready()
        return recording
    }

    /// Plays a sound file on the loudspeaker, and so into the microphone; returns when it is over.
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
