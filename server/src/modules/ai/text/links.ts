/**
 * Markdown without anything that would make a reader's browser call another host: images are removed, links to other hosts
 * become text. Text in a record must not be able to leak what is shown next to it.
 */
export function withoutForeignLinks(markdown: string, baseUrl: string): string {
  const isOwn = (address: string) =>
    address.startsWith('#') || address === baseUrl || address.startsWith(`${baseUrl}/`)
  return (
    markdown
      .replace(image, '$1')
      .replace(link, (whole, words: string, address: string) => (isOwn(address) ? whole : words))
      .replace(reference, '$1')
      .replace(/^ {0,3}\[[^\]\n]+\]:\s*\S+.*$/gm, '')
      // Remains of links whose text contains brackets or line breaks, or whose addresses follow later.
      .replace(/!\[/g, '[')
      .replace(/\]\(\s*<?([^)>\s]*)[^)]*\)?/g, (rest, address: string) => (isOwn(address) ? rest : ']'))
      .replace(/\]:(?=[ \t]*(?:\n|<?[a-z][a-z\d+.-]*:|<?\/\/))/gi, '] :')
      .replace(/<(https?:\/\/[^<>\s]+)>/gi, '$1')
      .replace(tags, '')
      .replace(openTag, '&lt;')
  )
}

// These patterns are unambiguous and do not overlap, so a hostile text needs no more time than a long one.
const image = /!\[([^[\]\n]*)\](?:\([^[)\n]*\)|\[[^[\]\n]*\])/g
const link = /\[([^[\]\n]*)\]\(\s*(?!\s)<?([^[)<>\s]*)(?:[>\s][^[)\n]*)?\)/g
const reference = /\[([^[\]\n]+)\]\[[^[\]\n]*\]/g

/** Tags that load a resource or link to one; `<server name>` is a placeholder, and stays. */
const loading = '(?:script|style|iframe|object|embed|svg|math|img|video|audio|source|form|base|link|meta)'
const tags = new RegExp(`</?${loading}\\b[^<>]*>|<[a-z][^<>=\\n]*=[^<>\\n]*>|</[a-z][^<>\\n]*>`, 'gi')
/** A tag that contains another, or has no end. */
const openTag = new RegExp(`<(?=/?${loading}\\b)`, 'gi')
