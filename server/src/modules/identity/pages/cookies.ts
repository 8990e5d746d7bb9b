export const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/**
 * Browsers take a cookie with the prefix `__Host-` only from this very host over TLS, so nobody on a neighbouring name
 * can plant one. It must hold for the whole host; a cookie for one path has to make do with `__Secure-`. Over plain
 * http neither would be taken at all.
 */
const hostCookie = (name: string, baseUrl: string) => (isHttps(baseUrl) ? `__Host-${name}` : `_${name}`)
export const pathCookie = (name: string, baseUrl: string) =>
  isHttps(baseUrl) ? `__Secure-${name}` : `_${name}`

/** The two of a sign-in under way hold for its own pages only, so that two tabs can sign in at the same time. */
export const cookieNames = (baseUrl: string) => ({
  session: hostCookie('session', baseUrl),
  interaction: pathCookie('interaction', baseUrl),
  resume: pathCookie('interaction_resume', baseUrl),
})
