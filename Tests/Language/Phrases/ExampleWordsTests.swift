import Foundation
import SaybusTesting
import Testing

@testable import SaybusPhrases

@Suite("The words of a language for open parameters in a prompt")
struct ExampleWordsTests {
    @Test("those that are built in can all be used")
    func builtIn() {
        for (code, words) in Language.builtInExamples {
            var language = Language.english
            (language.numbers.language, language.examples) = (code, words)
            #expect(language.exampleProblem == nil, "\(code)")
            #expect(language.exampleWords == words, "\(code)")
        }
    }

    @Test(
        "a file with one that cannot be in a prompt is refused with its place",
        arguments: ["", " ", "12", "a\nb", "a\u{7}b", String(repeating: "a", count: 41)])
    func refused(word: String) throws {
        var german = Language.english
        german.numbers.language = "de"
        german.examples = ["うさぎ", word]
        #expect(german.exampleWords == ["うさぎ"])
        let problem = try #require(german.exampleProblem)
        #expect(problem.hasPrefix("word 2 must have letters"), "\(problem)")
        // As the file has the words in order, the other one may come first.
        let folder = try TemporaryFolder()
        let path = try folder.write("de.json", german.text)
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
        #expect(error?.code == .incomplete && error?.reason.hasPrefix("\(path): examples: word ") == true)
    }

    @Test("a file that has those of English, in whatever order, has the built-in ones of its language in their order")
    func inherited() throws {
        let folder = try TemporaryFolder()
        for (code, words) in Language.builtInExamples {
            var language = Language.english
            language.numbers.language = code
            let read = try Language(contentsOf: folder.write("\(code).json", language.text))
            #expect(read.exampleWords == words, "\(code)")
        }
    }

    @Test("a file without any has none on purpose, and one with a list of something else is refused")
    func others() throws {
        let folder = try TemporaryFolder()
        var german = Language.english
        (german.numbers.language, german.examples) = ("de", [])
        let none = try Language(contentsOf: folder.write("de.json", german.text))
        #expect(none.exampleWords.isEmpty)
        german.examples = ["Oma"]
        let path = try folder.write("wrong.json", german.text.replacingOccurrences(of: #""Oma""#, with: "5"))
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
        #expect(error?.reason.contains("examples") == true, "\(error?.reason ?? "")")
    }
}
