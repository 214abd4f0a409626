@_exported import SaybusDispatch
