export const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/**
 * Browsers accept a cookie with the prefix `__Host-` only from this host over TLS, so no other subdomain can set one. It
 * must apply to all paths; a cookie for one path uses `__Secure-`. Over plain http browsers accept neither.
 */
const hostCookie = (name: string, baseUrl: string) => (isHttps(baseUrl) ? `__Host-${name}` : `_${name}`)
export const pathCookie = (name: string, baseUrl: string) =>
  isHttps(baseUrl) ? `__Secure-${name}` : `_${name}`

/** The two cookies of a sign-in apply only to its own pages, so that two tabs can sign in at the same time. */
export const cookieNames = (baseUrl: string) => ({
  session: hostCookie('session', baseUrl),
  interaction: pathCookie('interaction', baseUrl),
  resume: pathCookie('interaction_resume', baseUrl),
})
