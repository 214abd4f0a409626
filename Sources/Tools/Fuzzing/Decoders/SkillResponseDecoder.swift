import Foundation
import SaybusInteractionModels
import SaybusSkillHosting
import SaybusSkills

/// The reader of a skill's answers, with the session that they continue.
enum SkillResponseDecoder: FuzzedDecoder {
    static let words = [
        "\"outputSpeech\":{\"type\":\"SSML\",\"ssml\":\"", "\"reprompt\":", "\"shouldEndSession\":", "\"directives\":[",
        "{\"type\":\"Dialog.Delegate\"}", "\"type\":\"Dialog.ElicitSlot\",\"slotToElicit\":\"size\"",
        "\"updatedIntent\":",
        "\"type\":\"AudioPlayer.Play\",\"playBehavior\":\"ENQUEUE\"", "\"type\":\"Dialog.UpdateDynamicEntities\"",
        "\"sessionAttributes\":{", "\"card\":{\"type\":\"Simple\"", "\"OrderIntent\"",
        "\"confirmationStatus\":\"DENIED\"",
    ]

    static let seeds: [[UInt8]] = [
        #"{"version":"1.0","response":{"outputSpeech":{"type":"PlainText","text":"Hi."},"shouldEndSession":true}}"#,
        #"{"version":"1.0","sessionAttributes":{"a":[1,null,"b"]},"response":{"outputSpeech":{"type":"SSML","#
            + #""ssml":"<speak>Which <break time='1s'/>size?</speak>"},"reprompt":{"outputSpeech":{"type":"PlainText","#
            + #""text":"Size?"}},"directives":[{"type":"Dialog.ElicitSlot","slotToElicit":"size","updatedIntent":{"#
            + #""name":"OrderIntent","confirmationStatus":"NONE","slots":{"size":{"name":"size","value":"large"}}}}],"#
            + #""shouldEndSession":false}}"#,
        #"{"version":"1.0","response":{"directives":[{"type":"Dialog.Delegate"}],"shouldEndSession":false}}"#,
        #"{"version":"1.0","response":{"directives":[{"type":"AudioPlayer.Play","playBehavior":"REPLACE_ALL","#
            + #""audioItem":{"stream":{"token":"t","url":"https://example.com/a.mp3","offsetInMilliseconds":0}}},"#
            + #"{"type":"Dialog.UpdateDynamicEntities","updateBehavior":"REPLACE","types":[{"name":"Size","values":[{"id":"x","#
            + #""name":{"value":"tiny","synonyms":["wee"]}}]}]}],"card":{"type":"Simple","title":"a","content":"b"}}}"#,
    ].map { Array($0.utf8) }

    private static let model: Result<SkillModel, any Error> = Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(modelText.utf8).write(to: file)
        return SkillModel(try InteractionModel(contentsOf: file.path))
    }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let answer: ResponseEnvelope
        do {
            answer = try ResponseEnvelope(parsing: input)
        } catch {
            try checkRefusal("\(error)")
            return false
        }
        guard let bytes = try? answer.json(), let again = try? ResponseEnvelope(parsing: bytes), again == answer else {
            throw FuzzViolation(.roundTrip, "an answer that is written is read as another")
        }
        _ = answer.exceededLimits
        try converse(answer)
        return true
    }

    /// Gives a session the same answer to each of its requests.
    private static func converse(_ answer: ResponseEnvelope) throws(FuzzViolation) {
        guard case .success(let model) = model else { throw FuzzViolation(.foreignError, "the model cannot be read") }
        let identity = SkillIdentity(applicationID: model.applicationID, userID: "user", deviceID: "device")
        var machine = SkillMachine(
            model: model, session: SkillSession(context: identity.context), asksAfterSilence: true)
        var requests = 0
        let order = SkillReading.intent(model.emptyIntent("OrderIntent"))
        for reading in [SkillReading.launch, order, nil, .confirmation(false)] where !machine.isOver {
            var step = if let reading { machine.heard(reading) } else { machine.silent() }
            while true {
                switch step {
                case .notify: step = machine.notified()
                case .post:
                    requests += 1
                    if requests > 4 * SkillMachine.maximumRequests {
                        throw FuzzViolation(.size, "a session of four turns makes \(requests) requests")
                    }
                    step = machine.answered(answer)
                    continue
                case .say(let output): _ = (output.text?.words, machine.model.catalog(for: machine.expectation))
                }
                break
            }
        }
    }

    private static let modelText = """
        {"interactionModel": {"languageModel": {"invocationName": "pizza place", "intents": [
            {"name": "OrderIntent", "slots": [{"name": "size", "type": "Size", "samples": ["{size} please"]}],
             "samples": ["order a pizza", "order a {size} pizza"]},
            {"name": "AMAZON.StopIntent", "samples": []}],
          "types": [{"name": "Size", "values": [{"name": {"value": "large", "synonyms": ["big"]}}, {"name": {"value": "small"}}]}]},
         "dialog": {"intents": [{"name": "OrderIntent", "confirmationRequired": true, "prompts": {"confirmation": "c"},
          "slots": [{"name": "size", "type": "Size", "elicitationRequired": true, "confirmationRequired": false,
            "prompts": {"elicitation": "e"}}]}]},
         "prompts": [{"id": "e", "variations": [{"type": "PlainText", "value": "Which size?"}]},
                     {"id": "c", "variations": [{"type": "PlainText", "value": "Really?"}]}]}}
        """
}
