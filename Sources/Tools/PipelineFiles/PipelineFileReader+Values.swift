import Foundation
import SaybusMessages
import SaybusYAML
import Yams

/// The values of fields, with variables of the environment, and the errors of those that cannot be used.
extension PipelineFileReader {
    /// Returns the variables that programs get.
    mutating func programVariables(_ node: Node) throws(PipelineFileError) -> [String: String] {
        var values: [String: String] = [:]
        for (variable, value) in try mapping(node, "environment") {
            values[try name(variable)] = try text(value, "environment")
        }
        return values
    }

    mutating func paths(_ node: Node, _ what: String) throws(PipelineFileError) -> [String] {
        // Relative to the file, wherever the program is started.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        return try texts(node, what).map { URL(fileURLWithPath: $0, relativeTo: folder).standardizedFileURL.path }
    }

    mutating func texts(_ node: Node, _ what: String) throws(PipelineFileError) -> [String] {
        guard case .sequence(let sequence) = node else { return [try text(node, what)] }
        guard sequence.count <= 1000 else { throw wrong(node, "\(what) has more than 1000 values") }
        var texts: [String] = []
        for element in sequence { texts.append(try text(element, what)) }
        return texts
    }

    /// Returns a text in which variables have their values.
    mutating func text(_ node: Node, _ what: String) throws(PipelineFileError) -> String {
        guard case .scalar(let scalar) = node else { throw wrong(node, "\(what) must be a text or a number") }
        var (result, rest) = ("", Substring(scalar.string))
        while let start = rest.range(of: "${") {
            result += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                throw wrong(node, "\(what): \"${\" has no \"}\"")
            }
            let name = String(rest[start.upperBound..<end])
            guard let value = environment[name] else {
                throw wrong(node, "\(what): there is no variable \(name.shortened(to: 40)) in the environment")
            }
            variables.insert(name)
            result += value
            rest = rest[rest.index(after: end)...]
        }
        result += rest
        guard !result.isEmpty, !result.unicodeScalars.contains("\0") else { throw wrong(node, "\(what) is empty") }
        return result
    }

    func name(_ node: Node) throws(PipelineFileError) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else { throw wrong(node, "expected a name") }
        return scalar.string
    }

    func mapping(_ node: Node, _ what: String) throws(PipelineFileError) -> Node.Mapping {
        guard case .mapping(let mapping) = node else {
            throw wrong(node, "\(what) must be fields with values, such as \"bus: ipc:///run/saybus\"")
        }
        return mapping
    }

    // MARK: Errors

    func line(_ node: Node) -> Int { node.mark?.line ?? 1 }

    func wrong(_ node: Node, _ reason: String) -> PipelineFileError {
        PipelineFileError(.field, file: path, line: node.mark?.line, reason.shortened(to: 400))
    }

    func unknown(_ node: Node, _ name: String, among known: [String]) -> PipelineFileError {
        let isApp = known.contains("bus") && ["app", "commands"].contains(name)
        let hint = isApp ? " (this is the file of an app: give it with --app)" : ""
        return wrong(
            node, "there is no field \"\(name.shortened(to: 40))\"\(hint); there are \(known.joined(separator: ", "))")
    }

    func parse(_ text: String) throws(PipelineFileError) -> Node {
        do {
            guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
                throw PipelineFileError(.syntax, file: path, "is empty; begin with \"stages:\"")
            }
            return root
        } catch let error as PipelineFileError {
            throw error
        } catch let error as YamlError {
            let (place, reason) = YAMLProblem.words(error, in: Array(text.utf8))
            throw PipelineFileError(.syntax, file: path, line: place?.line, reason)
        } catch {
            throw PipelineFileError(.syntax, file: path, "is not YAML: \(error)")
        }
    }
}
