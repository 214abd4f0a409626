import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("The time zone of alarms", .timeLimit(.minutes(1)))
struct TimeZoneSettingTests {
    @Test("a zone that has neither a file nor the form of a rule is a problem")
    func known() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/Europe", withIntermediateDirectories: true)
        try "TZif".write(toFile: folder.path + "/Europe/Berlin", atomically: true, encoding: .utf8)
        func problem(_ zone: String?) -> String? {
            var environment = ["TZDIR": folder.path]
            environment["TZ"] = zone
            return TimeZoneSetting(environment).problem
        }
        for zone in [
            nil, "", "UTC", "GMT", "Etc/UTC", ":Zulu", "Etc/Universal", "UCT", "Europe/Berlin", ":Europe/Berlin",
            folder.path + "/Europe/Berlin", "UTC0",
            "CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30",
        ] {
            #expect(problem(zone) == nil)
        }
        #expect(TimeZoneSetting(["TZDIR": ""]).folder == "/usr/share/zoneinfo")
        for zone in ["Europe/Berln", "Europe", ":berlin", folder.path + "/Rome"] {
            #expect(problem(zone)?.contains("TZ=\(zone) is not known") == true)
        }
    }

    @Test("an app with an alarm tells in its status of a zone that is not known, one with timers only does not")
    func status() async throws {
        for (action, isTold) in [("at: {time: '7:00'}", true), ("after: {time: 10min}", false)] {
            let harness = try await AppHarness(
                "app: k\ncommands: {Go: {patterns: [go], do: [{\(action)}]}}", environment: ["TZ": "Europe/Berln"])
            if isTold {
                _ = try #require(
                    await harness.recorder.first(StageStatus.self) {
                        $0.body.problem?.contains("TZ=Europe/Berln") == true
                    })
            } else {
                #expect(try await harness.say("go").outcome == .handled)
                #expect(harness.recorder.bodies(StageStatus.self).allSatisfy { $0.problem?.contains("TZ=") != true })
            }
        }
    }
}
