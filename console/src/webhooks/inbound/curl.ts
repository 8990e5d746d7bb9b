/** Inside single quotes a shell changes nothing but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const fallback = { title: 'Disk of db-3 is almost full', severity: 'critical', id: 'disk-db-3' }

/** A command that calls the webhook, signed when there is a secret. */
export function curlFor(url: string, secret: string | undefined, sample: unknown = fallback): string {
  const body = `BODY=${quoted(JSON.stringify(sample))}`
  const call = `curl -X POST ${quoted(url)} -H 'Content-Type: application/json'`
  if (secret === undefined) return [body, `${call} --data-binary "$BODY"`].join('\n')
  return [
    `SECRET=${quoted(secret)}`,
    body,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')`,
    `${call} -H "X-Service-Signature: sha256=$SIGNATURE" --data-binary "$BODY"`,
  ].join('\n')
}
