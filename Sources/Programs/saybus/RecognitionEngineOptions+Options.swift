import SaybusTranscription

extension RecognitionEngineOptions {
    /// The command-line arguments for another program with the same options, without ``program``, which must
    /// come last.
    var options: [String] {
        var options = ["--engine", engine.rawValue, "--patience", "\(patience)"]
        if let model { options += ["--model", model] }
        if let language { options += ["--language", language] }
        if let address { options += ["--address", address] }
        return options
    }
}
