import Foundation
import Yams

/// A YAML file of Home Assistant. Each value has its line.
struct YAMLFile {
    let root: Node

    init(_ path: String) throws(InteractionModelError) {
        let text = try InteractionModelFiles.text(path)
        do {
            root = try Yams.compose(yaml: text) ?? Node([:])
        } catch let error as YamlError {
            throw InteractionModelError(
                .syntax, file: path, line: Self.line(of: error), "the file is no YAML: \(error)")
        } catch {
            throw InteractionModelError(.syntax, file: path, "the file is no YAML: \(error)")
        }
    }

    private static func line(of error: YamlError) -> Int? {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
        default: nil
        }
    }
}

extension Node {
    /// Returns a member of a mapping; nil when it is missing or null.
    func member(_ name: String) -> Node? {
        guard let node = mapping?[Node(name)], node.null == nil || node.scalar?.style != .plain else { return nil }
        return node
    }

    /// The members of a mapping with their names, in the order of the file.
    var members: [(name: String, node: Node)] {
        (mapping.map(Array.init) ?? []).compactMap { key, value in key.scalar.map { ($0.string, value) } }
    }

    /// The items of a list; a scalar counts as a list of one.
    var items: [Node] { sequence.map(Array.init) ?? (scalar != nil ? [self] : []) }

    /// A scalar as written in the file.
    var written: String? { scalar?.string }

    /// The line in the file, from 1.
    var line: Int? { mark?.line }
}
