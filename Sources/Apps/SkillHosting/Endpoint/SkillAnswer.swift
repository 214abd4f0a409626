import Foundation
import SaybusMessages
import SaybusSkills
import SaybusSupport

/// The reading of what a program or a server has written as a skill's answer.
enum SkillAnswer {
    /// The most characters that a sentence quotes.
    private static let maximumQuoted = 80

    /// Returns the response in an answer. If the answer is no JSON object, the error quotes it: mostly, it is a line
    /// for a log, or a page of a server that has no skill.
    /// - Parameters:
    ///   - answer: The answer.
    ///   - writer: The writer, such as "the program".
    /// - Throws: ``SkillFailure`` with the code `badAnswer`.
    static func response(in answer: [UInt8], from writer: String) throws(SkillFailure) -> ResponseEnvelope {
        let text = answer.drop { $0 == UInt8(ascii: " ") || 9...13 ~= $0 }
        guard !text.isEmpty else { throw SkillFailure(.badAnswer, "the skill's answer is empty") }
        do {
            return try ResponseEnvelope(parsing: answer)
        } catch {
            guard !isObject(answer) else {
                throw SkillFailure(.badAnswer, (error as? SkillError)?.reason ?? "\(error)")
            }
            throw SkillFailure(.badAnswer, "the skill's answer is no JSON object: \(writer) wrote: \(quote(text))")
        }
    }

    private static func isObject(_ answer: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(answer))) is [String: Any]
    }

    /// Returns the beginning of a text on one line, in printable characters.
    private static func quote(_ text: ArraySlice<UInt8>) -> String {
        // A Unicode scalar takes at most four bytes in UTF-8.
        let beginning = String(decoding: text.prefix((maximumQuoted + 1) * 4), as: UTF8.self)
        return LogLine.clean(beginning, limit: maximumQuoted + 1).shortened(to: maximumQuoted)
    }
}
