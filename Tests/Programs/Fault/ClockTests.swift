import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Changes of the wall clock",
    .enabled(if: FileManager.default.fileExists(atPath: fakeTime), "libfaketime is installed"), .serialized)
struct ClockTests {
    @Test("a stage whose clock is a day off still processes its turns")
    func shifted() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        try await rig.kill("audio")
        try await rig.start("audio", environment: variables.merging(["FAKETIME": "-1d"]) { $1 })
        let turn = try rig.publishText("mark 1")
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .handled)
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test(
        "a jump of all stages' clocks during a command or between turns loses no turn and makes none stale",
        arguments: [["+1d", "+0"], ["-1d", "+0"], ["+1d", "-1d"]])
    func jumps(_ offsets: [String]) async throws {
        let rig = try Rig()
        let file = rig.folder + "/clock"
        func set(_ offset: String) throws { try (offset + "\n").write(toFile: file, atomically: true, encoding: .utf8) }
        try set("+0")
        let environment = variables.merging(["FAKETIME_TIMESTAMP_FILE": file]) { $1 }
        for role in ["broker", "dispatch", "audio", "intent"] { try await rig.start(role, environment: environment) }
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let statuses = rig.client.subscribe(StageStatus.self)
        try await rig.client.ready()
        for (number, offset) in offsets.enumerated() {
            let turn = try rig.publishText("slowly mark \(number)")
            #expect(await invoked.first { $0.header.turn == turn } != nil)
            try set(offset)
            // The broker's next heartbeat shows that the clock has jumped.
            let beat = await statuses.first { status in
                status.body.role == "broker"
                    && abs(status.header.at - WallClock.microseconds() - microseconds(offset)) < 60_000_000
            }
            #expect(beat != nil, "the clock is set to \(offset)")
            let end = await ends.first { $0.header.turn == turn }
            #expect(end?.body.outcome == .handled, "\(String(describing: end?.body))")
            let next = try rig.publishText("mark \(number + 10)")
            let nextEnd = await ends.first { $0.header.turn == next }
            #expect(nextEnd?.body.outcome == .handled, "\(String(describing: nextEnd?.body))")
        }
        #expect(rig.marks == ["0", "10", "1", "11"])
        // The counters come from the final statuses: libfaketime 0.9.10 also shifts CLOCK_BOOTTIME, on which
        // Swift's timers and so the heartbeats depend.
        for role in ["intent", "audio", "dispatch"] {
            rig.send(role, SIGTERM)
            let counters = await statuses.first { $0.body.role == role && $0.body.state == .stopped }?.body.counters
            #expect(counters?.stale == 0 && counters?.lost == 0, "\(role)")
        }
    }

    /// Returns the microseconds of an offset such as `+1d`.
    private func microseconds(_ offset: String) -> Int64 { (Int64(offset.filter { $0 != "d" }) ?? 0) * 86_400_000_000 }
}

/// The path of Debian's libfaketime.
private let fakeTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
/// The variables with which libfaketime changes only the wall clock, without caching.
private let variables = ["LD_PRELOAD": fakeTime, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1"]
