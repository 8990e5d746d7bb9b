const api = /^\/prod\/api(?:\/v1)?(?=\/)/
const articles = /^\/knowledge\/articles(?=\/|$)/

/** The console page for a URL of this service or its API. */
export function pageOf(href: string, here = location.origin): string | undefined {
  if (!URL.canParse(href, here)) return undefined
  const { origin, pathname, search, hash } = new URL(href, here)
  const path = pathname.replace(api, '').replace(articles, '/knowledge')
  // As an address of its own, a path that begins with two slashes names another host.
  if (origin !== here || path.startsWith('//')) return undefined
  return path + search + hash
}
