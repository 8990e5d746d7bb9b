# Python 3.9 or later. Reads the body from standard input, the rest from the environment.
import base64, hashlib, hmac, os, sys, time


def verify(body: bytes, webhook_id: str, timestamp: str, signatures: str, secret: str) -> bool:
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(given, expected) for given in signatures.split(" "))


if __name__ == "__main__":
    env = os.environ
    valid = verify(
        sys.stdin.buffer.read(),
        env["WEBHOOK_ID"],
        env["WEBHOOK_TIMESTAMP"],
        env["WEBHOOK_SIGNATURE"],
        env["WEBHOOK_SECRET"],
    )
    sys.exit(0 if valid else 1)
