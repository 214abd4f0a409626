import SaybusStage

extension StageFailure {
    /// Creates a failure with the code `noInput` for an unreadable file, or `configuration` for an invalid one.
    public init(_ error: AppFileError) { self.init(error.isUnreadable ? .noInput : .configuration, "\(error)") }
}
