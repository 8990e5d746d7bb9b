#!/usr/bin/env python3
# Mainstay
# Sends a notification of Nagios, Icinga or Checkmk to an inbound webhook. Python 3.9 or later.
import json, os, sys, urllib.request


def macro(name: str) -> str:
    """Checkmk writes NOTIFY_HOSTNAME where Nagios writes NAGIOS_HOSTNAME."""
    return os.environ.get(f"NOTIFY_{name}") or os.environ.get(f"NAGIOS_{name}") or ""


service = macro("SERVICEDESC")
kind = "SERVICE" if service else "HOST"
event = {
    "type": macro("NOTIFICATIONTYPE"),
    "host": macro("HOSTNAME"),
    "address": macro("HOSTADDRESS"),
    "service": service,
    "state": macro(f"{kind}STATE"),
    "output": macro(f"{kind}OUTPUT"),
}
url = sys.argv[1] if len(sys.argv) > 1 else macro("PARAMETER_1")
headers = {"Content-Type": "application/json"}
request = urllib.request.Request(url, json.dumps(event).encode(), headers)
try:
    urllib.request.urlopen(request, timeout=20)
except OSError as error:
    sys.exit(f"The notification was not sent: {error}")
