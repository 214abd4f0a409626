extension ProjectTemplate {
    /// Returns a remote app in Python, and a test that it follows the protocol.
    static func pythonApp(_ name: String, _ source: PackageSource?) -> ProjectTemplate {
        python(name, source, role: "app", embedded(PackageResources.App_py, name))
    }

    /// Returns an intent recognizer in Python, and a test that it follows the protocol.
    static func pythonStage(_ name: String, _ source: PackageSource?) -> ProjectTemplate {
        python(name, source, role: "intent", embedded(PackageResources.Stage_py, name))
    }

    private static func python(
        _ name: String, _ source: PackageSource?, role: String, _ text: String
    ) -> ProjectTemplate {
        // The package is not on PyPI, where anybody could take its name.
        let package =
            source?.requirement
                ?? """
                # Missing: the package saybus, which is not on PyPI. Write the path of the folder deploy/python of Saybus's
                # source into the next line, without the # before it:
                # /path/to/saybus/deploy/python
                """
        let test = """
            # Options of saybus conform may be given, such as --check answer.
            [[ -x .venv/bin/python ]] && PYTHON=${PYTHON:-.venv/bin/python}
            saybus conform --role \(role) "$@" -- "${PYTHON:-python3}" \(name).py

            """
        // Debian's own Python takes no packages.
        let install = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
        // Without the path, pip would install nothing, and say nothing.
        let first =
            source == nil
            ? "First write the path of the folder `deploy/python` of Saybus's source into `requirements.txt`: it has the "
                + "package `saybus`.\n\n" : ""
        let hint = "cd \(name) && \(install) && ./test"
        let what = role == "intent" ? "An intent recognizer" : "An app"
        return ProjectTemplate(
            files: [
                File(path: "\(name).py", text: text), File(path: "requirements.txt", text: package + "\n"),
                File(path: "test", text: script + test, isExecutable: true),
                File(
                    path: "README.md",
                    text: "# \(name)\n\n\(what) for Saybus, in Python.\n\n\(first)```sh\n\(install)\n./test\n"
                        + ".venv/bin/python \(name).py     # while saybus up runs\n```\n"),
            ],
            hint: source == nil
                ? "write the path of Saybus's folder deploy/python into \(name)/requirements.txt, then: \(hint)" : hint)
    }

    /// Returns a skill in Python, its interaction model, and a dialog with it.
    static func pythonSkill(_ name: String) -> ProjectTemplate {
        let test = """
            saybus skill check en-US.json
            saybus skill simulate . --script dialogs.yaml

            """
        return ProjectTemplate(
            files: [
                File(path: "\(name).py", text: embedded(PackageResources.Skill_py, name)),
                File(path: "en-US.json", text: embedded(PackageResources.SkillModel_json, name)),
                File(path: "skill.yaml", text: embedded(PackageResources.Skill_yaml, name)),
                File(path: "dialogs.yaml", text: embedded(PackageResources.SkillDialogs_yaml, name)),
                File(path: "test", text: script + test, isExecutable: true),
                File(
                    path: "README.md",
                    text:
                        "# \(name)\n\nA skill for Saybus, in Python.\n\n```sh\nsaybus up --skill . --mic\n./test\n```\n"
                ),
            ], hint: "cd \(name) && saybus skill simulate .")
    }
}
