import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The example kitchen", .timeLimit(.minutes(1)))
struct KitchenTests {
    @Test("switches lights by HTTP, keeps a list, sets timers and alarms, and changes the volume")
    func whole() async throws {
        let server = try WebServer { _ in WebServer.answer("{}") }
        let file = PackageFolder.containing().appending(path: "deploy/examples/kitchen.yaml")
        let yaml = try String(contentsOf: file, encoding: .utf8).replacing(
            "http://localhost:8124", with: server.address)
        let harness = try await AppHarness(yaml)
        for (text, spoken) in [
            ("turn on the living room light", "Okay: living room light on."),
            ("set a timer for ten minutes", "Your timer is set for 10 minutes."),
            ("set a pasta timer for eight minutes", "Your pasta timer is set for 8 minutes."),
            ("cancel the timer", "There are 2: the pasta timer and the 10 minute timer. Say which one."),
            ("cancel the pasta timer", "Cancelled: the pasta timer."),
            ("cancel the five minute timer", "No 5 minute timer is set."),
            ("cancel the ten minute timer", "Cancelled: the 10 minute timer."),
            ("set a timer for ten minutes", "Your timer is set for 10 minutes."),
            ("set a timer for ten minutes", "Your timer is set for 10 minutes."),
            (
                "cancel the ten minute timer",
                "There are 2: the first 10 minute timer and the second 10 minute timer. Say which one."
            ),
            ("cancel the third ten minute timer", "No third 10 minute timer is set."),
            ("cancel the second ten minute timer", "Cancelled: the 10 minute timer."),
            ("cancel the first timer", "Cancelled: the 10 minute timer."),
            ("wake me at seven in the morning", "I will wake you at 7:00 AM."),
            ("cancel the alarm", "Cancelled: the 7:00 AM alarm."),
            ("set an alarm for half past seven in the morning", "I will wake you at 7:30 AM."),
            ("cancel the alarm", "Cancelled: the 7:30 AM alarm."),
            ("add dark bread to the shopping list", "dark bread is on the list."),
            ("we need milk", "milk is on the list."),
            ("what's on the list", "On the list: dark bread and milk."),
            ("remove milk from the shopping list", "milk was taken off the list."),
            ("remove milk from the shopping list", "Nothing was taken off the list."),
            ("add rice and eggs to the shopping list", "rice and eggs is on the list."),
            ("remove eggs from the shopping list", "eggs was taken off the list."),
            ("what's on the list", "On the list: dark bread and rice."),
            ("clear the shopping list", "The list is empty."), ("read the shopping list", "On the list: nothing."),
            ("stop", "All right."),
        ] {
            let end = try await harness.say(text)
            #expect(end.outcome == .handled, "\(text): \(end)")
            #expect(end.spoken == spoken, "\(text)")
        }
        _ = try #require(await harness.recorder.first(AudioControl.self) { $0.body == AudioControl(.stop) })
        let louder = try await harness.say("make it softer")
        #expect(louder.outcome == .handled && louder.command == "DecreaseSpeechVolume", "\(louder)")
        let control = try #require(await harness.recorder.first(AudioControl.self) { $0.body.action == .volume })
        #expect((control.body.value ?? 1) < 1)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("PUT /lights/living%20room HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"state\":\"on\"}"))
    }
}
