import SaybusTranscription

extension SpeechEngineOptions {
    /// What was said, for another program that takes the same; without its ``program``, which comes last.
    var options: [String] {
        var options = ["--engine", engine.rawValue, "--patience", "\(patience)"]
        if let model { options += ["--model", model] }
        if let address { options += ["--address", address] }
        return options
    }
}
