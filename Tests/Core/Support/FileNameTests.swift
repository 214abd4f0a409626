import SaybusSupport
import Testing

@Suite("File names of texts")
struct FileNameTests {
    @Test("texts that differ have file names that differ, wherever they do")
    func different() {
        let long = String(repeating: "a", count: 62)
        let texts = [
            "kitchen", "kitchen.light", "kitchen-light", "kitchen_light", "küche", "k-che", "",
            "\(long)-all-tcp://127.0.0.1:5550", "\(long)-all-tcp://127.0.0.1:5560",
        ]
        #expect(Set(texts.map(\.asFileName)).count == texts.count)
        for text in texts {
            #expect(text.asFileName.utf8.count <= 57)
            #expect(text.asFileName.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        }
    }

    @Test("the file name of a text is the same in every release")
    func same() { #expect("kitchen".asFileName.hasPrefix("kitchen-") && "".asFileName == "-cbf29ce484222325") }
}
