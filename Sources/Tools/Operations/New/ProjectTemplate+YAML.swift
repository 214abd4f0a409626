extension ProjectTemplate {
    /// Returns an app in YAML, and a test that says a sentence to it.
    static func yamlApp(_ name: String) -> ProjectTemplate {
        ProjectTemplate(
            files: [
                File(path: "\(name).yaml", text: embedded(PackageResources.App_yaml, name)),
                File(
                    path: "test", text: script + embedded(PackageResources.AppTest_sh, name), isExecutable: true),
                File(
                    path: "README.md",
                    text: "# \(name)\n\nA Saybus app.\n\n```sh\nsaybus up --app \(name).yaml --mic\n./test\n```\n"),
            ], hint: "saybus up --app \(name)/\(name).yaml --mic")
    }
}
