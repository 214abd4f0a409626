import Foundation
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("Profiles of a pipeline")
struct PipelineProfileTests {
    @Test("there are six profiles, each found by its name")
    func names() {
        #expect(
            PipelineProfile.all.map(\.name) == [
                "continuous-commands", "continuous-dictation", "wake-word-commands", "wake-word-dictation",
                "push-to-talk-commands", "push-to-talk-dictation",
            ])
        for profile in PipelineProfile.all { #expect(PipelineProfile.named(profile.name) == profile) }
        #expect(PipelineProfile.named("other") == nil)
    }

    @Test("a profile sets microphone, activation and recognizer of a plan that leaves them open")
    func applies() throws {
        var plan = PipelinePlan(bus: "ipc:///b")
        plan.recognizer = ["--engine", "auto", "--patience", "8.0"]
        try #require(PipelineProfile.named("wake-word-dictation")).apply(to: &plan)
        #expect(plan.input == .microphone(nil) && plan.wake == ["hey computer"] && plan.listening.isEmpty)
        #expect(plan.recognizer == ["--engine", "whisper", "--patience", "8.0"])
        var button = PipelinePlan(bus: "ipc:///b")
        try #require(PipelineProfile.named("push-to-talk-commands")).apply(to: &button)
        #expect(button.listening == ["--push-to-talk"] && button.recognizer == ["--engine", "pocketsphinx"])
        var open = PipelinePlan(bus: "ipc:///b")
        try #require(PipelineProfile.named("continuous-commands")).apply(to: &open)
        #expect(open.wake.isEmpty && open.listening.isEmpty)
    }

    @Test("what the plan names itself is not final in the profile")
    func overridden() throws {
        var plan = PipelinePlan(bus: "ipc:///b")
        (plan.wake, plan.input) = (["hey robot"], .files(["a.wav"]))
        plan.recognizer = ["--engine", "vosk"]
        let before = plan
        try #require(PipelineProfile.named("push-to-talk-dictation")).apply(to: &plan)
        #expect(plan.wake == before.wake && plan.input == before.input && plan.recognizer == before.recognizer)
        #expect(plan.listening.isEmpty, "a wake word takes the place of the button")
    }

    @Test("a file in the folder of settings is a profile of one's own, and a path is none")
    func file() throws {
        let folder = try TemporaryFolder()
        let profiles = folder.path + "/saybus/profiles"
        try FileManager.default.createDirectory(atPath: profiles, withIntermediateDirectories: true)
        try "bus: ipc:///b\n".write(toFile: profiles + "/home.yaml", atomically: true, encoding: .utf8)
        let environment = ["XDG_CONFIG_HOME": folder.path, "HOME": "/nowhere"]
        #expect(PipelineProfile.file(named: "home", environment: environment) == profiles + "/home.yaml")
        for name in ["other", "", "../profiles/home"] {
            #expect(PipelineProfile.file(named: name, environment: environment) == nil)
        }
    }
}
