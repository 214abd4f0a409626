import Testing

@testable import SaybusPhrases

@Suite("mappings in brackets")
struct BracketTests {
    @Test(
        "A colon within brackets is read or refused, and always passed",
        arguments: ["turn [on:off]", "[(a):b]", "((a|b):c)", "[a:]", "(:b)"])
    func ends(_ text: String) {
        let template = try? PhraseTemplate(text)
        #expect(template?.words.contains("never") != true)
    }
}
