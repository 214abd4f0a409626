import Testing

@Suite("Package.swift and Sources")
struct LayoutTests {
    private let rules: LayoutRules

    init() throws { rules = LayoutRules(manifest: try Manifest.ofThisPackage.get()) }

    @Test("every module depends only on its own group and on earlier groups")
    func edges() {
        #expect(rules.manifest.targets.count > 40)
        #expect(rules.wrongEdges() == [])
    }

    @Test("every module has the project's prefix and the folder of its name")
    func names() {
        #expect(rules.wrongNames() == [])
        #expect(rules.similarNames() == [])
    }

    @Test("every import of a module of this package is a declared dependency")
    func imports() throws {
        var breaches: [String] = []
        for target in rules.manifest.targets where target.type != "system" {
            let files = try Project.files(in: #require(target.path), ending: ".swift")
            let imports = try files.reduce(into: Set<String>()) {
                $0.formUnion(LayoutRules.imports(of: try Project.text($1)))
            }
            breaches += rules.undeclared(imports, in: target)
        }
        #expect(breaches == [])
    }

    @Test("no module has the name of a type that it declares")
    func types() throws {
        for target in rules.manifest.targets where target.type == "regular" {
            for file in try Project.files(in: #require(target.path), ending: ".swift") {
                #expect(!LayoutRules.declares(target.name, in: try Project.text(file)), "\(file)")
            }
        }
    }

    @Test("every group has a README that names each of its modules or their folders")
    func groups() throws {
        let groups = try Project.folders(in: "Sources")
        #expect(Set(groups) == Set(LayoutRules.order.joined()))
        for group in groups {
            let page = try Project.text("Sources/\(group)/README.md")
            for target in rules.manifest.targets where LayoutRules.group(of: target) == group {
                let folder = target.path?.split(separator: "/").last.map(String.init) ?? ""
                #expect(
                    page.contains("`\(target.name)`") || page.contains("`\(folder)`"),
                    "Sources/\(group)/README.md does not name \(target.name)")
            }
        }
    }
}
