import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusIntentRecognition

/// Values of the statistical model with words that oppose the command or call it off.
@Suite struct OpposedValueTests {
    @Test(
        "a value that ends with a negation before the second part of the verb opposes the command",
        arguments: [
            ("ruf Anna nicht an", 4..<14, true), ("ruf Anna nicht mehr an", 4..<14, true),
            ("ruf Anna an", 4..<8, false),
            ("schreib das nicht", 8..<17, false), ("ruf nicht Anna an", 10..<14, false),
        ])
    func opposed(text: String, value: Range<Int>, isOpposed: Bool) {
        #expect(OpposedValue.isAmong([value], of: text, by: ["nicht"]) == isOpposed)
        #expect(!OpposedValue.isAmong([value], of: text, by: []))
    }

    @Test(
        "a value that begins with a negation behind the verb opposes the command",
        arguments: [
            ("ruf nicht Anna an", 4..<14, true), ("nicht Anna anrufen", 0..<10, false),
            ("ruf Anna an", 4..<8, false),
        ])
    func opposedBehindVerb(text: String, value: Range<Int>, isOpposed: Bool) {
        #expect(OpposedValue.isAmong([value], of: text, by: ["nicht"], behindVerb: ["nicht"]) == isOpposed)
        #expect(!OpposedValue.isAmong([value], of: text, by: ["nicht"], behindVerb: []))
    }

    @Test(
        "a value that ends with a phrase which calls off the words before it is none, unless a list has it",
        arguments: [
            ("order tea never mind", 6..<20, true), ("order tea never mind", 6..<9, false),
            ("play never mind", 5..<15, false), ("remind me to forget it", 10..<22, false),
        ])
    func calledOff(text: String, value: Range<Int>, isCalledOff: Bool) {
        var parameter = Parameter(
            value: .text("drink"), words: "drink", type: "String",
            span: .init(start: value.lowerBound, end: value.upperBound))
        let found = OpposedValue.isCalledOff([parameter], of: text, by: DismissingPhrases(.english))
        #expect(found == isCalledOff)
        parameter.resolution = Parameter.Resolution(.matched)
        let listed = OpposedValue.isCalledOff([parameter], of: text, by: DismissingPhrases(.english))
        #expect(!listed)
    }

    @Test("English has no negation before the second part of a verb")
    func english() {
        #expect(Language.english.prohibitingBeforeVerbPart.isEmpty)
        var german = Language.english
        german.numbers.language = "de"
        german.questions?.prohibiting = ["nicht"]
        let words = german.prohibitingBeforeVerbPart
        #expect(words == ["nicht"])
    }
}
