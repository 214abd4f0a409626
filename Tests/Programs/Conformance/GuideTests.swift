import Foundation
import Testing

@Suite("Stage.docc/WritingAStage.md")
struct GuideTests {
    @Test(
        "the programs in the guide are identical to the tested ones",
        arguments: [
            ("swift", "Sources/Examples/SmallestStage/SmallestStage.swift"), ("python", "deploy/python/recognizer.py"),
            ("python", "deploy/python/dice.py"),
        ])
    func examples(language: String, file: String) throws {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: "\(TestEnvironment.project)/\(path)", encoding: .utf8)
        }
        let program = try text(file)
        #expect(try text("Sources/Core/Stage/Stage.docc/WritingAStage.md").contains("```\(language)\n\(program)```\n"))
        #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 46)
    }

    @Test(
        "the recognizer in WritingARecognizer.md is identical to the tested one and has at most 25 lines of code"
    )
    func recognizer() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: "\(TestEnvironment.project)/\(path)", encoding: .utf8)
        }
        let program = try text("deploy/python/keywords.py")
        let page = try text("Sources/Stages/IntentRecognition/IntentRecognition.docc/WritingARecognizer.md")
        #expect(page.contains("```python\n\(program)```\n"))
        #expect(program.split(separator: "\n").count { !$0.hasPrefix("\"\"\"") } <= 25)
    }
}
