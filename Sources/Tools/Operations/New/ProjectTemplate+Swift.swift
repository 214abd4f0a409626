extension ProjectTemplate {
    /// Returns a package in Swift that depends on Saybus, and a test that runs its program on a bus of its own.
    static func swift(_ kind: NewProject.Kind, _ name: String, _ saybus: PackageSource) -> ProjectTemplate {
        let (product, source) =
            switch kind {
            case .app: ("SaybusConversation", app.replacing("\"hello-app\"", with: "\"\(name)\""))
            case .stage: ("Saybus", stage.replacing("smallest-stage", with: name))
            case .skill: ("SaybusSkills", skill.replacing("\"hello-world\"", with: "\"\(name)\""))
            }
        let package = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "\(name)",
                dependencies: [\(saybus.dependency)],
                targets: [
                    .executableTarget(
                        name: "\(name)", dependencies: [.product(name: "\(product)", package: "\(saybus.identity)")],
                        path: "Sources"),
                    .testTarget(
                        name: "ProjectTests",
                        dependencies: ["\(name)", .product(name: "SaybusTesting", package: "\(saybus.identity)")],
                        path: "Tests"),
                ],
                swiftLanguageModes: [.v6]
            )

            """
        let test =
            switch kind {
            case .app: appTest(name)
            case .stage: stageTest(name)
            case .skill: skillTest(name)
            }
        let what =
            switch kind {
            case .app: "An app"
            case .stage: "An intent recognizer"
            case .skill: "An Alexa skill"
            }
        var files = [
            File(path: "Package.swift", text: package), File(path: "Sources/Main.swift", text: source),
            File(path: "Tests/ProjectTests.swift", text: test),
            File(
                path: "README.md",
                text: "# \(name)\n\n\(what) for Saybus, in Swift. The first build compiles Saybus as well, in about "
                    + "ten minutes on two cores.\n\n```sh\nswift test\n\(usage(kind, name))\n```\n"),
        ]
        if kind == .skill {
            let model = model.replacing(
                "\"invocationName\": \"hello world\"", with: "\"invocationName\": \"\(spoken(name))\"")
            files.append(File(path: "en-US.json", text: model))
        }
        return ProjectTemplate(files: files, hint: "swift test --package-path \(name)")
    }

    /// Returns the commands that run the program.
    private static func usage(_ kind: NewProject.Kind, _ name: String) -> String {
        switch kind {
        case .app: "saybus up --app .build/debug/\(name)     # then: saybus ask \"good morning\""
        case .stage: "saybus up --without intent &\nswift run \(name)"
        case .skill:
            "saybus up --no-app &\nswift run \(name) --model en-US.json     # then: saybus ask \"open \(spoken(name))\""
        }
    }

    /// Returns a test that speaks to the app: that of the example in `Tests/Programs/Examples`.
    static func appTest(_ name: String) -> String {
        """
        import SaybusTesting
        import Testing

        @Test("a greeting is answered, and other words are not understood")
        func greets() async throws {
            let app = try await AppUnderTest("\(name)")
            try await app.say("good morning").expect("Hello! What a good day.", command: "SayHello")
            try await app.say("sing a song").expect(outcome: .notUnderstood)
            #expect(try await app.stop() == 0)
        }

        """
    }

    /// Returns a test that the stage follows the protocol of its role: that in
    /// `Tests/Programs/Conformance/PageTests.swift`, which is compiled.
    static func stageTest(_ name: String) -> String {
        """
        import SaybusConformance
        import SaybusTesting
        import Testing

        @Test("the program follows the protocol of its role")
        func conforms() async throws {
            let program = ProgramUnderTest.path(of: "\(name)")
            let results = try await ConformanceKit(role: .intent, command: [program]).run()
            for result in results { #expect(result.outcome != .failed, "\\(result.title): \\(result.detail ?? "")") }
        }

        """
    }

    /// Returns a test that speaks to the skill: that of the example in `Tests/Programs/Examples`, with a model
    /// elsewhere.
    static func skillTest(_ name: String) -> String {
        """
        import Foundation
        import SaybusTesting
        import Testing

        @Test("the skill is opened by its name, and says hello")
        func greets() async throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let model = folder.appending(path: "en-US.json").path
            let skill = try await AppUnderTest("\(name)", arguments: ["--model", model])
            try await skill.say("open \(spoken(name))").expect("Welcome! You can say hello.")
            try await skill.say("say hello").expect("Hello World!", command: "HelloWorldIntent")
            #expect(try await skill.stop() == 0)
        }

        """
    }

    // The texts are those of examples, which are compiled and tested here: Templates has links to their files.

    /// `Sources/Examples/HelloApp`
    static let app = String(decoding: PackageResources.App_txt, as: UTF8.self)
    /// `Sources/Examples/SmallestStage`
    static let stage = String(decoding: PackageResources.Stage_txt, as: UTF8.self)
    /// `Sources/Examples/HelloSingle`
    static let skill = String(decoding: PackageResources.Skill_txt, as: UTF8.self)
    /// `Sources/Examples/HelloSkill/en-US.json`
    static let model = String(decoding: PackageResources.Model_txt, as: UTF8.self)
}
