#!/usr/bin/env bash
# Bash with OpenSSL, to try a delivery by hand. Reads the body from standard input, the rest from the environment.
set -euo pipefail

age=$(( $(date +%s) - WEBHOOK_TIMESTAMP ))
(( ${age#-} <= 300 )) || exit 1
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
# Not in constant time: do not use it behind an address that others can call.
for given in $WEBHOOK_SIGNATURE; do
  [[ $given == "v1,$expected" ]] && exit 0
done
exit 1
