import ArgumentParser
import Foundation
import SaybusBenchmarks
import SaybusStage

/// The `saybus-bench peers` command.
struct PeersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "Measures Saybus beside the message buses of other voice pipelines.",
        discussion: """
            The same texts go over Saybus with clients in Swift and in Python, mosquitto with paho, the message bus of OpenVoiceOS, and \
            Pipecat's RedisBus. mosquitto and redis-server are Debian's; the libraries are in environments that deploy/peers makes. A bus \
            that cannot be measured is named, and the exit code is 69.

            Examples: saybus-bench peers --fetch --save peers.jsonl --picture peers.svg
                      saybus-bench peers saybus mqtt
                      saybus-bench peers --from peers.jsonl --picture peers.svg
            """)

    @Argument(help: "The buses; default: all.")
    var buses: [PeerBus] = PeerBus.allCases

    @Flag(help: "Fetch libraries that are missing from PyPI; also when SAYBUS_PEERS is 1.")
    var fetch = false

    @Option(help: ArgumentHelp("Draw the figures into this file, as SVG.", valueName: "file"))
    var picture: String?

    @Option(help: ArgumentHelp("Draw the last such run of this file instead of measuring.", valueName: "file"))
    var from: String?

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard from == nil || picture != nil else { throw ValidationError("--from needs --picture.") }
    }

    func run() async throws {
        if let from { return try draw(from) }
        let fetches = fetch || ProcessInfo.processInfo.environment["SAYBUS_PEERS"] == "1"
        let benchmark = PeersBenchmark(buses, fetches: fetches)
        let draws = picture.map { path in { @Sendable (run: BenchmarkRun) in try Self.draw(run, path) } }
        var outcome: (any Error)?
        do { try await output.measure(then: draws) { try await benchmark.run() } } catch { outcome = error }
        for skipped in benchmark.skipped { tell("skipped \(skipped.bus.name): \(skipped.reason)") }
        if let outcome { throw outcome }
        if !benchmark.skipped.isEmpty { throw ExitCode(69) }
    }

    private func draw(_ path: String) throws {
        let runs: [BenchmarkRun]
        do { runs = try RunFile(path).runs() } catch {
            tell("\(error)")
            throw ExitCode(66)
        }
        guard let run = runs.last(where: { $0.command.first == Self.configuration.commandName }) else {
            tell("\(path) has no run of peers")
            throw ExitCode(65)
        }
        try Self.draw(run, picture ?? "")
    }

    private static func draw(_ run: BenchmarkRun, _ path: String) throws {
        guard let picture = PeerPicture(run) else { return }
        do { try picture.svg.write(toFile: path, atomically: true, encoding: .utf8) } catch {
            StandardError.shared.write("saybus-bench: cannot write \(path): \(error.localizedDescription)\n")
            throw ExitCode(74)
        }
    }

    private func tell(_ sentence: String) { StandardError.shared.write("saybus-bench: \(sentence)\n") }
}

/// A client of `saybus-bench peers`, which starts it.
struct PeerClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "peer-client", shouldDisplay: false)

    @Argument var kind: String
    @Argument var url: String
    @Argument var side: String

    func run() async throws {
        try await SwiftPeerClient(url, isTracked: kind == "tracked", isPublisher: side == "publish").run()
    }
}

extension PeerBus: ExpressibleByArgument {}
