import CSaybusPocketSphinx

/// The library's log, which goes to standard error by default.
enum SphinxLog {
    /// Silences the log, once per process. Read this property before creating a decoder.
    ///
    /// The library closes its old log when it gets a new one, while other decoders may still write to it. So only one
    /// decoder sets a log: the one created here, which has no model and fails to start.
    static let silenced: Void = {
        guard let config = cmd_ln_parse_r(nil, ps_args(), 0, nil, 0) else { return }
        cmd_ln_set_str_r(config, "-logfn", "/dev/null")
        if let decoder = ps_init(config) { ps_free(decoder) }
        cmd_ln_free_r(config)
    }()
}
