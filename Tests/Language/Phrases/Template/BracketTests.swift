import Testing

@testable import SaybusPhrases

@Suite("Mappings in brackets")
struct BracketTests {
    @Test(
        "a colon in brackets is read or refused, and parsing always ends",
        arguments: ["turn [on:off]", "[(a):b]", "((a|b):c)", "[a:]", "(:b)"])
    func ends(_ text: String) {
        let template = try? PhraseTemplate(text)
        #expect(template?.words.contains("never") != true)
    }
}
