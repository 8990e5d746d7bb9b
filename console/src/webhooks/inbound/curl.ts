/** In single quotes a shell leaves everything as it is, but for the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const fallback = { title: 'Disk of db-3 is almost full', severity: 'critical', id: 'disk-db-3' }

/** A command that calls the webhook; with a secret, signed as the service wants it. */
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
