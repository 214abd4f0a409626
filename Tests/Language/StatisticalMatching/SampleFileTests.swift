import Foundation
import SaybusStatisticalMatching
import SaybusTesting
import Testing

@Suite("Sample files")
struct SampleFileTests {
    private func read(_ text: String) throws -> SampleFile { try SampleFile(Data(text.utf8), name: "a.jsonl") }

    @Test(
        "lines are samples; empty lines, unknown fields and a byte-order mark are ignored"
    )
    func lines() throws {
        let file = try read(
            "\u{FEFF}"
                + #"{"text":"play é jazz","intent":"Play","slots":[{"name":"genre","value":"jazz","start":7,"end":11}],"fold":1}"#
                + "\r\n\n" + #"{"text":"who is it","intent":"oos","split":"test"}"# + "\n")
        #expect(
            file.samples == [
                Sample(text: "play é jazz", intent: "Play", slots: [.init(name: "genre", range: 7..<11)]),
                Sample(text: "who is it", intent: nil),
            ])
        #expect(file.splits == [nil, "test"])
    }

    @Test("a value that occurs once in the text needs no offsets")
    func values() throws {
        let object = #"{"text":"play jazz, jazzy","intent":"P","slots":{"genre":"jazz","how":"jazzy"}}"#
        let slots = [Sample.Slot(name: "genre", range: 5..<9), .init(name: "how", range: 11..<16)]
        #expect(try read(object).samples[0].slots == slots)
        let list = #"{"text":"jazz jazz","intent":"P","slots":[{"name":"g","value":"jazz","start":5,"end":9}]}"#
        #expect(try read(list).samples[0].slots == [.init(name: "g", range: 5..<9)])
    }

    @Test("offsets are in Unicode scalars")
    func offsets() throws {
        let text = #"{"text":"e\u0301 jazz","intent":"P","slots":[{"name":"g","value":"jazz","start":3,"end":7}]}"#
        #expect(try read(text).samples[0].slots == [.init(name: "g", range: 3..<7)])
    }

    @Test(
        "a line that is not a sample is reported with its number",
        arguments: [
            "nonsense", "[]", #"{"text":"a"}"#, #"{"text":"a","intent":""}"#, #"{"text":7,"intent":"a"}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s","start":1,"end":9}]}"#,
            #"{"text":"abc","intent":"a","slots":{"s":"b"}}"#, #"{"text":"abc abc","intent":"a","slots":{"s":"abc"}}"#,
            #"{"text":"abc","intent":"a","slots":{"s":""}}"#, #"{"text":"abc","intent":"a","slots":{"s":7}}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s"}]}"#,
            #"{"text":"a","intent":"a","slots":[{"name":"s","start":0}]}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s","start":-1,"end":1}]}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s","start":2,"end":1}]}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"","start":0,"end":1}]}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s","value":"x","start":0,"end":1}]}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s","start":0,"end":2},{"name":"t","start":1,"end":3}]}"#,
            #"{"text":"abc","intent":"a","slots":[{"name":"s","start":0,"end":9223372036854775807}]}"#,
        ])
    func wrong(_ line: String) throws {
        let error = #expect(throws: SampleError.self) {
            try read(#"{"text":"x","intent":"y"}"# + "\n" + line)
        }
        #expect(error?.place == "a.jsonl:2")
        #expect(error?.code == .syntax)
    }

    @Test("a file without samples, and a missing file, are reported")
    func nothing() throws {
        #expect(throws: SampleError.self) { try read("\n \n") }
        let error = #expect(throws: SampleError.self) { try SampleFile(path: "/nowhere/a.jsonl") }
        #expect(error?.code == .unreadable)
    }

    @Test("a pipe that nobody writes to is refused at once, as samples and as a model")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(throws: SampleError.self) { try SampleFile(path: pipe) }
        #expect(throws: SampleError.self) { try SampleFile(path: pipe, orPipe: true) }
        #expect(throws: ModelFileError.self) { try ModelFile.read(pipe) }
    }

    @Test(
        "the error for a path that is not a regular file does not suggest to split it",
        arguments: ["/dev/null", "/tmp"])
    func noFile(path: String) throws {
        let error = #expect(throws: SampleError.self) { try SampleFile(path: path) }
        #expect(error?.code == .unreadable)
        let sentence = error.map { "\($0)" } ?? ""
        #expect(!sentence.contains("split"), "\(sentence)")
        #expect(sentence.contains("give a regular file") || sentence.contains("Is a directory"), "\(sentence)")
    }
}
