import SaybusStage
import SaybusYAML
import Yams

/// A parser from bytes to the nodes of a YAML document. It reports invalid input with descriptions.
enum YAMLDocument {
    /// A position in a file, from 1.
    private typealias Place = (line: Int, column: Int)

    /// Returns the document's root.
    static func root(_ bytes: [UInt8], file: String) throws(AppFileError) -> Node {
        func refuse(_ code: AppFileError.Problem.Code, _ reason: String, at place: Place? = nil) -> AppFileError {
            AppFileError([.init(code, file: file, line: place?.line, column: place?.column, reason)])
        }
        guard bytes.count <= App.maximumFileSize else { throw tooLarge(file) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw refuse(.notText, "expected text in UTF-8, found UTF-16: save it in UTF-8")
        }
        let bytes = Array(bytes.withoutByteOrderMark)
        if let offset = bytes.firstIndex(of: 0) {
            throw refuse(.notText, "expected text in UTF-8, found a NUL byte", at: place(of: offset, in: bytes))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw refuse(
                .notText, "expected text in UTF-8, found a byte that is none",
                at: place(of: firstInvalid(in: bytes), in: bytes))
        }
        guard AliasLimit.holds(text) else {
            throw refuse(.tooLarge, "its aliases (*name) could multiply too often: write some of them out")
        }
        do {
            // The basic resolver converts no numbers and dates, so every plain value remains the written text.
            guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
                throw refuse(.missing, "is empty: an app's file begins with \"app: its-name\"")
            }
            return root
        } catch let error as AppFileError {
            throw error
        } catch let error as YamlError {
            let (place, reason) = YAMLProblem.words(error, in: bytes)
            if case .duplicatedKeysInMapping = error { throw refuse(.duplicate, reason, at: place) }
            throw refuse(.syntax, reason, at: place)
        } catch {
            throw refuse(.syntax, "is not YAML: \(error)")
        }
    }

    /// Returns the error of a file with more than ``App/maximumFileSize`` bytes.
    static func tooLarge(_ file: String) -> AppFileError {
        let reason = "has more than \(App.maximumFileSize) bytes; an app's file is a text of a few pages"
        return AppFileError([.init(.tooLarge, file: file, reason)])
    }

    private static func place(of offset: Int, in bytes: [UInt8]) -> Place {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") }
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Counts characters: every byte that is not a continuation byte starts one.
        return (line + 1, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    private static func firstInvalid(in bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return offset
    }
}
