import SaybusPhrases
import SaybusSupport
import SaybusTesting
import Testing

@Suite struct PhraseTemplateTests {
    @Test(
        "a pattern is read as words and parameters",
        arguments: [
            ("Call @recipient:String.", [.word("call"), .parameter(name: "recipient", type: "String")]),
            ("i like @what", [.word("i"), .word("like"), .parameter(name: "what", type: "String")]),
            (
                "@who gave @whom @sum:Number, please!",
                [
                    .parameter(name: "who", type: "String"), .word("gave"), .parameter(name: "whom", type: "String"),
                    .parameter(name: "sum", type: "Number"), .word("please"),
                ]
            ),
            ("What\u{2019}s up?", [.word("what's"), .word("up")]),
            ("light @state:home.State.", [.word("light"), .parameter(name: "state", type: "home.State")]),
            ("@a_1@b2", [.parameter(name: "a_1", type: "String"), .parameter(name: "b2", type: "String")]),
            ("(@x)", [.parameter(name: "x", type: "String")]),
        ] as [(String, [PhraseTemplate.Element])])
    func elements(text: String, elements: [PhraseTemplate.Element]) throws {
        let template = try PhraseTemplate(text)
        #expect(template.elements == elements)
        #expect(template.text == text)
        #expect("\(template)" == text)
    }

    @Test(
        "an invalid pattern is refused with the place of the error",
        arguments: [
            ("", .empty, 1), ("?!", .empty, 1), ("say @", .missingName, 5), ("say @ name", .missingName, 5),
            ("@1st", .missingName, 1), ("a @@b", .missingName, 3), ("@x:", .badType, 4), ("@x: y", .badType, 4),
            ("@x:9", .badType, 4), ("@x:@y", .badType, 4), ("@x:Number:Foo", .badType, 10),
            ("@x and @x", .duplicateName, 8),
            (String(repeating: "a", count: 1001), .tooLong, 1001),
        ] as [(String, PhraseError.Code, Int)])
    func refused(text: String, code: PhraseError.Code, column: Int) {
        let error = #expect(throws: PhraseError.self) { try PhraseTemplate(text) }
        #expect(error?.code == code)
        #expect(error?.column == column)
        #expect(error?.description.hasPrefix("column \(column): ") == true)
    }

    @Test("words and parameters of a pattern are listed")
    func parts() throws {
        let template = try PhraseTemplate("ask @friend for @count:Number cookies")
        #expect(template.words == ["ask", "for", "cookies"])
        #expect(template.parameters.map(\.name) == ["friend", "count"])
        #expect(template.parameters.map(\.type) == [PhraseTemplate.textType, PhraseTemplate.numberType])
    }

    @Test("random text is parsed or refused without a crash")
    func garbage() {
        var generator = SplitMix(seed: 5)
        let alphabet = Array("@@::ab1. _'\u{2019}é🎵\n-")
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "@"
                })
            if let template = try? PhraseTemplate(text) { #expect(!template.elements.isEmpty) }
        }
    }
}
