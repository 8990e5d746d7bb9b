/** One address for each host of `postgres://user:password@a:5432,b:5432/database`, as libpq reads it. */
export function splitHosts(url: string): string[] {
  const [, start, hosts, rest] = /^([a-z]+:\/\/(?:[^/]*@)?)([^/]*)(\/.*)$/s.exec(url) ?? []
  if (!hosts?.includes(',')) return [url]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}
