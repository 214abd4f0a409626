"""Prints each Wyoming service on a network, found by the library that Home Assistant uses: zeroconf_browser.py ADDRESS"""

import sys
import threading

from zeroconf import ServiceBrowser, ServiceListener, Zeroconf


class Printer(ServiceListener):
    def add_service(self, zc, type_, name):
        info = zc.get_service_info(type_, name)
        print("found", name, *info.parsed_addresses(), info.port, flush=True)

    def update_service(self, zc, type_, name):
        pass

    def remove_service(self, zc, type_, name):
        pass


ServiceBrowser(Zeroconf(interfaces=[sys.argv[1]]), "_wyoming._tcp.local.", Printer())
threading.Event().wait()
