const api = /^\/prod\/api(?:\/v1)?(?=\/)/
const articles = /^\/knowledge\/articles(?=\/|$)/

/** The console page for a URL of this service or its API. */
export function pageOf(href: string, here = location.origin): string | undefined {
  if (!URL.canParse(href, here)) return undefined
  const { origin, pathname, search, hash } = new URL(href, here)
  if (origin !== here) return undefined
  return pathname.replace(api, '').replace(articles, '/knowledge') + search + hash
}
