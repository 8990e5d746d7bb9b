/** Comments and quoted strings may contain anything, also what looks like a result or an address. */
export function withoutComments(header: string): string {
  let [kept, depth, isQuoted] = ['', 0, false]
  for (let at = 0; at < header.length; at++) {
    const sign = header[at]!
    if (sign === '\\') at++
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted
    else if (sign === '(' && !isQuoted) depth++
    else if (sign === ')' && !isQuoted) depth = Math.max(0, depth - 1)
    else if (depth === 0 && !isQuoted) kept += sign
  }
  return kept
}

/**
 * Whether this server confirms the address in From, by `Authentication-Results` (RFC 8601). Its filters may each write a
 * header; one that a sender forged does not help, because what the server itself found must agree.
 */
export function passesDmarc(headers: string[], server: string): boolean {
  const results = headers
    .map((header) => withoutComments(header).split(';'))
    .filter(([name = '']) => name.trim().split(/\s+/)[0]?.toLowerCase() === server.toLowerCase())
    .flatMap(([, ...results]) => results)
    .flatMap((result) => /^\s*dmarc\s*=\s*(\w+)/i.exec(result)?.[1]?.toLowerCase() ?? [])
  return results.length > 0 && results.every((result) => result === 'pass')
}
