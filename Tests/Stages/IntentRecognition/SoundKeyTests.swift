import Testing

@testable import SaybusIntentRecognition

@Suite("How words sound")
struct SoundKeyTests {
    private func key(_ text: String) -> SoundKey { SoundKey(text.split(separator: " ").map(String.init)) }

    @Test(
        "what sounds the same has one key",
        arguments: [
            ("pick a chew", "pikachu"), ("bulba sore", "bulbasaur"), ("plantone", "plant one"), ("necks", "next"),
            ("lites", "lights"), ("night", "knight"), ("write", "right"), ("foto", "photo"), ("kwik", "quick"),
            ("maty", "matty"),
        ])
    func same(_ first: String, _ second: String) { #expect(key(first) == key(second)) }

    @Test(
        "what sounds different has another",
        arguments: [("jazz", "rock"), ("light", "lamp"), ("kitchen", "bathroom"), ("on", "off"), ("next", "last")])
    func different(_ first: String, _ second: String) { #expect(key(first) != key(second)) }

    @Test("anything has a key", arguments: ["", " ", "é", "日本", "x", "gh", "123", "a b c", "tch"])
    func odd(_ text: String) { #expect(key(text).sounds.count <= 4) }
}
