@_exported import SaybusDispatch
@_exported import SaybusMessages
