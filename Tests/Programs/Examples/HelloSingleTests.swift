import Foundation
import SaybusTesting
import Testing

// The test that `saybus new skill NAME --swift` writes.

@Test("the skill is opened by its name, and says hello")
func greetsAsSkill() async throws {
    let model = PackageFolder.containing().appending(path: "Sources/Examples/HelloSkill/en-US.json").path
    let skill = try await AppUnderTest("example-hello-single", arguments: ["--model", model])
    try await skill.say("open hello world").expect("Welcome! You can say hello.")
    try await skill.say("say hello").expect("Hello World!", command: "HelloWorldIntent")
    #expect(try await skill.stop() == 0)
}
