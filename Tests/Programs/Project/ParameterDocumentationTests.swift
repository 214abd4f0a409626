import Testing

@Suite("Documentation of parameters")
struct ParameterDocumentationTests {
    @Test("in a module with pages, a public function of which one parameter is documented has all of them documented")
    func sources() throws {
        let pages = try Project.files(in: "Sources", ending: ".md").filter { $0.contains(".docc/") }
        let modules = Set(pages.map { $0.split(separator: "/").prefix(3).joined(separator: "/") + "/" })
        #expect(modules.count > 10)
        for file in try Project.files(in: "Sources", ending: ".swift") where modules.contains(where: file.hasPrefix) {
            #expect(ParameterDocumentation.missing(in: try Project.text(file)) == [], "\(file)")
        }
    }

    @Test("a parameter that is left out is found, in a list too, and one of a function without any is not")
    func missing() {
        let source = """
            /// Reads a file.
            /// - Parameter limit: The most bytes.
            @discardableResult
            public func read(
                at path: String, limit: Int, _ done: @escaping (Int, Int) -> Void
            ) {}
            /// Makes one.
            /// - Parameters:
            ///   - a: A value.
            ///   - b: Another.
            public init<T: Sequence<Int>>(_ a: [T: Int], to b: (Int) -> Int = { max($0, 1) }, c: Int = f(1, 2)) {}
            /// Says a word.
            public func say(_ word: String) {}
            /// Returns a value.
            /// - Parameter a: A value.
            private func own(a: Int, b: Int) {}
            """
        #expect(ParameterDocumentation.missing(in: source) == ["4: path", "4: done", "11: c"])
    }
}
