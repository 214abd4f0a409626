import Testing

@testable import SaybusIntentRecognition

@Suite("Phonetic keys of words")
struct SoundKeyTests {
    private func key(_ text: String) -> SoundKey { SoundKey(text.split(separator: " ").map(String.init)) }

    @Test(
        "words that sound the same have the same key",
        arguments: [
            ("pick a chew", "pikachu"), ("bulba sore", "bulbasaur"), ("plantone", "plant one"), ("necks", "next"),
            ("lites", "lights"), ("night", "knight"), ("write", "right"), ("foto", "photo"), ("kwik", "quick"),
            ("maty", "matty"),
        ])
    func same(_ first: String, _ second: String) { #expect(key(first) == key(second)) }

    @Test(
        "words that sound different have different keys",
        arguments: [("jazz", "rock"), ("light", "lamp"), ("kitchen", "bathroom"), ("on", "off"), ("next", "last")])
    func different(_ first: String, _ second: String) { #expect(key(first) != key(second)) }

    @Test("any text has a key", arguments: ["", " ", "é", "日本", "x", "gh", "123", "a b c", "tch"])
    func anyText(_ text: String) { #expect(key(text).sounds.count <= 4) }
}
