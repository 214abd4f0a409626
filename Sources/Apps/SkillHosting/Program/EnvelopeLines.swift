import Foundation
import SaybusSkills

/// A loop that reads JSON requests from standard input, one a line, and writes the answers to standard output,
/// one a line, until the input ends.
struct EnvelopeLines {
    private let skill: any Skill

    init(_ skill: any Skill) { self.skill = skill }

    /// Answers line by line. An error ends the process; its host restarts it.
    func run() async throws {
        for await line in InputLines() {
            let answer = try await skill.invoke(try RequestEnvelope(parsing: line.utf8))
            FileHandle.standardOutput.write(Data(try answer.json() + [UInt8(ascii: "\n")]))
        }
    }
}
