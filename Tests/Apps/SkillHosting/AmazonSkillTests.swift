import Foundation
import SaybusSkillHosting
import SaybusSkillSettings
import SaybusTesting
import Testing

@Suite(
    "A skill written with Amazon's SDK",
    .enabled(
        if: ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil, "SAYBUS_PYTHON with ask-sdk-core is there"))
struct AmazonSkillTests {
    @Test("the unmodified skill has the same dialogs as the one in Swift")
    func dialogs() async throws {
        let python = try #require(ProcessInfo.processInfo.environment["SAYBUS_PYTHON"])
        let server = try ProgramUnderTest(
            python, ["-B", root.appending(path: "deploy/python/pizza_skill.py").path, "--port", "0"])
        let address = try await server.line { $0.hasPrefix("http://") }
        let script = try DialogScript(contentsOf: root.appending(path: "deploy/examples/pizza-place/dialogs.yaml").path)
        let differences = await script.differences(model: try pizzaModel(), skill: HTTPSkill(url: address))
        #expect(differences == [])
        // Tests silence, the end of a session, and the notification of it.
        var simulation = SkillSimulation(model: try pizzaModel(), skill: HTTPSkill(url: address))
        _ = await simulation.say("open pizza place")
        let again = await simulation.say("")
        #expect(again.speech == "Say, for instance: a large pizza with olives.")
        let end = await simulation.say("")
        #expect(end.request == "SessionEndedRequest EXCEEDED_MAX_REPROMPTS" && end.speech == "")
        #expect(end.exchanges.count == 2, "the skill has answered the end of its session")
    }

    @Test("a skill asks for the time zone and the units, gets no name, and keeps its attributes in a file")
    func settings() async throws {
        let python = try #require(ProcessInfo.processInfo.environment["SAYBUS_PYTHON"])
        let folder = try TemporaryFolder()
        let service = SettingsService(DeviceSettings(timeZone: "Europe/Berlin", language: "en-US"))
        let server = try await SettingsServer(service)
        let program = root.appending(path: "Tests/Apps/SkillHosting/settings_skill.py").path
        let skill = ProgramSkill(
            [python, "-B", program, folder.path + "/attributes.sqlite"], timeout: .seconds(60))
        let model = try pizzaModel()
        var identity = SkillIdentity(applicationID: model.applicationID, userID: "user", deviceID: "saybus.device.hall")
        identity.apiEndpoint = server.address
        identity.apiAccessToken = service.token(of: identity.deviceID)
        var simulation = SkillSimulation(model: model, skill: skill, identity: identity)
        #expect(await simulation.say("open pizza place").speech == "1 Europe/Berlin FAHRENHEIT 403")
        await simulation.close()
        #expect(await simulation.say("open pizza place").speech == "2 Europe/Berlin FAHRENHEIT 403")
        await server.close()
    }
}
