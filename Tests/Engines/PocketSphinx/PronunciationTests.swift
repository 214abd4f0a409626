import Foundation
import SaybusEspeakNG
import SaybusPocketSphinx
import Testing

@Suite("Pronunciations")
struct PronunciationTests {
    @Test("espeak-ng's phonetic alphabet is mapped to the model's phones")
    func mapping() {
        #expect(PhoneMapping.pronunciation(ipa: "pɪkˈætʃuː")?.phones == ["P", "IH", "K", "AE", "CH", "UW"])
        #expect(PhoneMapping.pronunciation(ipa: "θˈɜːməstˌæt")?.phones == ["TH", "ER", "M", "AH", "S", "T", "AE", "T"])
        #expect(PhoneMapping.pronunciation(ipa: "dʒˈɔːɹdʒ")?.phones == ["JH", "AO", "R", "JH"])
        #expect(PhoneMapping.pronunciation(ipa: "") == nil)
        #expect(PhoneMapping.pronunciation(ipa: "(zh)tˈuŋ55") == nil)
        #expect(PhoneMapping.pronunciation(ipa: String(repeating: "a", count: 100)) == nil)
    }

    @Test("a dictionary gives all pronunciations of its words, and none of others")
    func dictionary() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).dict")
        defer { try? FileManager.default.removeItem(at: file) }
        try "read R EH D\nread(2) R IY D\nbad XX\nreader R IY D ER\nlast L AE S T".write(
            to: file, atomically: true, encoding: .utf8)
        let found = try PronouncingDictionary(path: file.path).pronunciations(of: ["read", "bad", "last", "none", ""])
        #expect(found["read"]?.map(\.phones) == [["R", "EH", "D"], ["R", "IY", "D"]])
        #expect(found["last"]?.count == 1)
        #expect(found["bad"] == nil && found["none"] == nil)
    }

    @Test(
        "a grammar also knows each word without the r that is spoken before vowels only",
        arguments: [
            ("T AY M ER", ["T AY M AH"]), ("F AO R T IY", ["F AO T IY"]), ("HH IH R", ["HH IH AH"]),
            ("K AA R", ["K AA"]), ("M EH R IY", []), ("R EH D", []), ("S T ER IH NG", []),
        ])
    func nonRhotic(_ known: String, _ added: [String]) {
        let ways = [Pronunciation(known.split(separator: " ").map(String.init))!]
        let all = AccentVariants.addingNonRhotic(to: ways).map { $0.phones.joined(separator: " ") }
        #expect(all == [known] + added)
    }

    @Test(
        "a word that is not in the dictionary is pronounced by rule; empty, overlong and invalid words are not",
        .enabled(if: SynthesizedSpeech.isAvailable))
    func rules() {
        #expect(EspeakPronouncer.pronunciation(of: "pikachu")?.phones.first == "P")
        #expect(EspeakPronouncer.pronunciation(of: "") == nil)
        #expect(EspeakPronouncer.pronunciation(of: String(repeating: "x", count: 1000)) == nil)
        #expect(EspeakPronouncer.pronunciation(of: "a\0b") == nil)
    }
}
