import Stage

extension DispatchStage {
    /// A stage for the app in a YAML file, which is read again when it changes.
    /// - Throws: ``StageFailure`` with code `configuration`, a line for each problem in the file.
    public init(appFile path: String) throws {
        do {
            self.init(app: try App(file: path), file: path)
        } catch {
            throw StageFailure(.configuration, "\(error)")
        }
    }
}
