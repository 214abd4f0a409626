import SaybusMessages
import SaybusSupport
import Yams

/// What one part of a file says about others that may stand further on.
struct AppFileReferences {
    /// Somebody asks a request.
    struct Asking {
        let request: String
        let node: Node
        let what: String
        /// What is known there; nil when that could not be read.
        let names: AppFileNames?
    }

    /// A text names values, some of which may be those of who asks.
    struct Naming {
        let names: [String]
        let node: Node
        let what: String
        let known: AppFileNames
        let made: Set<String>
    }

    var askings: [Asking] = []
    var namings: [Naming] = []
    var topics: [(name: String, node: Node, what: String)] = []
}

extension AppFileReader {
    /// Checks what could not be checked before all of the file was read.
    mutating func checkReferences() {
        let topicNames = topics.dropFirst().map(\.name)
        for (name, node, what) in references.topics where !topicNames.contains(name) {
            let nearest = NearestName.of(name, among: topicNames).map { "; did you mean \"\($0)\"?" } ?? ""
            note(.badValue, node, "\(what): no topic is called \"\(LogLine.clean(name, limit: 40))\"\(nearest)")
        }
        let own = map.requests.keys.sorted()
        for asking in references.askings where requests[asking.request] == nil && !own.contains(asking.request) {
            let nearest = NearestName.of(asking.request, among: own).map { "; did you mean \"\($0)\"?" } ?? ""
            note(
                .badValue, asking.node,
                "\(asking.what): no request is called \"\(LogLine.clean(asking.request, limit: 40))\"\(nearest)")
        }
        let circles = circles()
        for asking in circles {
            note(
                .badValue, asking.node,
                "\(asking.what): asking \(asking.request) here goes in a circle: its answers would lead here again")
        }
        // With a circle, what is known depends on itself.
        guard circles.isEmpty else { return }
        var known: [String: Set<String>?] = [:]
        for naming in references.namings {
            guard let request = naming.known.request, let askers = self.known(to: request, &known) else { continue }
            var names = naming.known
            names.always.formUnion(askers)
            for name in naming.names { check(name, naming.node, naming.what, names, naming.made) }
        }
    }

    /// What all who ask a request know; nil when nobody asks it, or what they know could not be read.
    private func known(to request: String, _ known: inout [String: Set<String>?]) -> Set<String>? {
        if let names = known[request] { return names }
        var all: Set<String>?
        for asking in references.askings where asking.request == request {
            guard let names = asking.names else { continue }
            var here = names.always
            if let from = names.request { here.formUnion(self.known(to: from, &known) ?? []) }
            all = all.map { $0.intersection(here) } ?? here
        }
        known[request] = .some(all)
        return all
    }

    /// Where a request is asked again by what follows it.
    private func circles() -> [AppFileReferences.Asking] {
        enum Mark { case open, done }
        var marks: [String: Mark] = [:]
        var found: [AppFileReferences.Asking] = []
        var following: [String: [AppFileReferences.Asking]] = [:]
        for asking in references.askings {
            if let from = asking.names?.request { following[from, default: []].append(asking) }
        }
        func visit(_ request: String) {
            marks[request] = .open
            for asking in following[request] ?? [] {
                switch marks[asking.request] {
                case .open: found.append(asking)
                case .done: break
                case nil: visit(asking.request)
                }
            }
            marks[request] = .done
        }
        for request in requests.keys.sorted() where marks[request] == nil { visit(request) }
        return found
    }
}
