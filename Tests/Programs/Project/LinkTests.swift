import Foundation
import Testing

@Suite("Links in the documentation")
struct LinkTests {
    private static let pages = Result {
        try ["README.md"] + [".github", "Sources", "deploy"].flatMap { try Project.files(in: $0, ending: ".md") }
    }

    /// Returns the page's text without its blocks of code.
    private func prose(of page: String) throws -> String {
        try Project.text(page).replacing(/(?ms)^ *```.*?^ *```/, with: "")
    }

    @Test("every relative link and picture leads to a file")
    func links() throws {
        let pages = try Self.pages.get()
        #expect(pages.count > 20)
        for page in pages {
            let folder = page.split(separator: "/").dropLast().joined(separator: "/")
            for match in try prose(of: page).matches(of: /\]\(([^)\s#]+)(?:#[^)]*)?\)/) {
                let link = String(match.1)
                guard !link.contains("://"), !link.hasPrefix("mailto:") else { continue }
                #expect(Project.contains(folder.isEmpty ? link : "\(folder)/\(link)"), "\(page) links to \(link)")
            }
        }
    }

    @Test("the anchor of every link is that of a heading of the page")
    func anchors() throws {
        for page in try Self.pages.get() {
            let folder = page.split(separator: "/").dropLast().joined(separator: "/")
            for match in try prose(of: page).matches(of: /\]\(([^)\s#]*)#([^)\s]+)\)/) {
                let (link, anchor) = (String(match.1), String(match.2))
                guard !link.contains("://"), link.isEmpty || link.hasSuffix(".md") else { continue }
                let target = link.isEmpty ? page : folder.isEmpty ? link : "\(folder)/\(link)"
                let known = try anchors(of: target)
                #expect(known.contains(anchor.lowercased()), "\(page) links to \(link)#\(anchor)")
            }
        }
    }

    /// Returns the anchors of a page's headings in lower case. DocC keeps the case, and GitHub ignores it.
    private func anchors(of page: String) throws -> Set<String> {
        let text = try prose(of: page)
        let headings = text.matches(of: /(?m)^#+ (.+)$/).map { String($0.1) }
        return Set(
            headings.map { heading in
                heading.lowercased().filter { $0.isLetter || $0.isNumber || $0.isWhitespace || $0 == "-" }
                    .split { $0.isWhitespace || $0 == "-" }.joined(separator: "-")
            })
    }

    @Test("every path in code font that begins with a folder of the project exists")
    func paths() throws {
        for page in try Self.pages.get() where page != ".github/CHANGELOG.md" {
            for match in try prose(of: page).matches(of: /`((?:Sources|Tests|deploy)\/[A-Za-z0-9_.\/+-]+)`/) {
                let path = String(match.1)
                // A path with a placeholder, as in the instructions for a new file, need not exist.
                guard !path.split(separator: "/").contains(where: { ["Name", "X", "NAME"].contains($0) }) else {
                    continue
                }
                #expect(Project.contains(path), "\(page) names \(path)")
            }
        }
    }

    @Test("every <doc:…> names a page of the same catalog")
    func articles() throws {
        for page in try Self.pages.get() where page.contains(".docc/") {
            let catalog = page.split(separator: "/").dropLast().joined(separator: "/")
            for match in try prose(of: page).matches(of: /<doc:([A-Za-z0-9]+)>/) {
                #expect(Project.contains("\(catalog)/\(match.1).md"), "\(page) refers to \(match.1)")
            }
        }
    }
}
