import Foundation
import SaybusSkills

/// Answers requests that come as lines of JSON on standard input, each with a line on standard output, until the input ends.
struct EnvelopeLines {
    private let skill: any Skill

    init(_ skill: any Skill) { self.skill = skill }

    /// Answers line by line. A request that fails ends the program: its host starts it again.
    func run() async throws {
        for await line in InputLines() {
            let answer = try await skill.invoke(try RequestEnvelope(parsing: line.utf8))
            FileHandle.standardOutput.write(Data(try answer.json() + [UInt8(ascii: "\n")]))
        }
    }
}
