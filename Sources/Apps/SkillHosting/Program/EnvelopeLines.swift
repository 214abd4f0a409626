import Foundation
import SaybusSkills

/// A loop that reads JSON requests from standard input, one a line, and writes the answers to standard output,
/// one a line, until the input ends.
struct EnvelopeLines {
    private let skill: any Skill

    init(_ skill: any Skill) { self.skill = skill }

    /// Answers line by line. An error fails its request only.
    func run() async {
        for await line in InputLines() {
            FileHandle.standardOutput.write(Data(await answer(to: line) + [UInt8(ascii: "\n")]))
        }
    }

    /// Returns the line that answers a line: the response, or a ``SkillRefusal``.
    func answer(to line: String) async -> [UInt8] {
        do {
            return try await skill.invoke(try RequestEnvelope(parsing: line.utf8)).json()
        } catch {
            return SkillRefusal(error).json
        }
    }
}
