import Foundation
import SaybusSkills

/// A loop that reads JSON requests from standard input, one a line, and writes the answers to standard output,
/// one a line, until the input ends or nobody reads the output any more.
struct EnvelopeLines {
    private let skill: any Skill

    init(_ skill: any Skill) { self.skill = skill }

    /// Answers line by line. An error fails its request only.
    func run() async {
        for await line in InputLines() {
            let answer = Data(await answer(to: line) + [UInt8(ascii: "\n")])
            // Whoever has closed the pipe wants no more answers.
            do { try FileHandle.standardOutput.write(contentsOf: answer) } catch { return }
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
