import Foundation
import SaybusHelloSkill
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Testing

@Suite("The hello skill")
struct HelloSkillTests {
    private func content(_ response: Response) -> String { response.outputSpeech?.content ?? "" }

    @Test("the skill is launched, gives help, says hello, and ends the session")
    func dialog() async throws {
        var manager = SkillDialogManager(skill: HelloSkill.make())
        let welcome = try await manager.turn(type: "LaunchRequest")
        #expect(content(welcome) == "<speak>Welcome! You can say hello.</speak>" && welcome.shouldEndSession == false)
        let silence = try await manager.turn(type: "TimeoutRequest")
        #expect(content(silence) == "<speak>Are you there?</speak>")
        let help = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "AMAZON.HelpIntent"))
        #expect(help.shouldEndSession == false)
        let again = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "AMAZON.RepeatIntent"))
        #expect(content(again) == content(help))
        let hello = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "HelloWorldIntent"))
        #expect(content(hello) == "<speak>Hello World!</speak>" && hello.shouldEndSession == true)
    }

    @Test("the skill of the page Skills.md says hello")
    func page() async throws {
        let skill = SkillBuilders.custom()
            .addRequestHandler("HelloWorldIntent") { input in
                input.responseBuilder.speak("Hello World!").withShouldEndSession(true).getResponse()
            }
            .create()
        var manager = SkillDialogManager(skill: skill)
        let hello = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "HelloWorldIntent"))
        #expect(content(hello) == "<speak>Hello World!</speak>" && hello.shouldEndSession == true)
    }

    @Test("every intent of the model is answered, and an unknown intent gets an apology")
    func model() async throws {
        let file = PackageFolder.containing()
            .appending(path: "Sources/Examples/HelloSkill/en-US.json")
        let model = try JSONValue(parsing: Array(Data(contentsOf: file)))
        guard case .array(let intents) = model["interactionModel"]?["languageModel"]?["intents"] else {
            Issue.record("the model has no intents")
            return
        }
        #expect(intents.count == 6)
        for intent in intents {
            guard case .string(let name) = intent["name"] else { continue }
            var manager = SkillDialogManager(skill: HelloSkill.make())
            let response = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: name))
            #expect(!content(response).contains("Sorry") && response.outputSpeech != nil, "\(name)")
        }
        var manager = SkillDialogManager(skill: HelloSkill.make())
        let unknown = try await manager.turn(type: "IntentRequest", nluResult: NLUResult(intent: "PizzaIntent"))
        #expect(content(unknown).contains("Sorry") && unknown.shouldEndSession == false)
        #expect(try await manager.turn(type: "SessionEndedRequest").outputSpeech == nil)
    }
}
