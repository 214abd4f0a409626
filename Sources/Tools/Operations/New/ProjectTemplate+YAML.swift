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
                    text: """
                        # \(name)

                        A Saybus app. Without a microphone, leave `--mic` out.

                        ```sh
                        saybus up --app \(name).yaml --mic
                        saybus ask "say hello to anna"     # in a second terminal
                        ./test
                        ```

                        """),
            ], hint: "saybus up --app \(name)/\(name).yaml --mic")
    }
}
