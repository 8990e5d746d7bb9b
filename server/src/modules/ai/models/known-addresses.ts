import { withoutForeignLinks } from '../text/links.ts'

export interface KnownAddresses {
  base_url: string
  seen: string[]
}

const address = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|(?<![\w/:])\/\/(?=[\w-]+\.))[^\s<>"'`)\]}|\\^]+/gi

/**
 * A model's Markdown without addresses that it was not shown, which could leak what it has read, and without anything that a
 * reader's browser would load. An address that it was shown stays readable, as text.
 */
export function withKnownAddresses(markdown: string, { base_url, seen }: KnownAddresses): string {
  const isOwn = (found: string) => found === base_url || found.startsWith(`${base_url}/`)
  const isSeen = (found: string) => seen.some((text) => text.includes(found))
  return withoutForeignLinks(markdown, base_url)
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, i) =>
      part.replace(address, (found) => {
        const bare = found.replace(/(?<![.,;:!?*_~])[.,;:!?*_~]+$/, '')
        const rest = found.slice(bare.length)
        if (isOwn(bare)) return found
        if (!isSeen(bare)) return `(address removed)${rest}`
        const isCode = i % 2 === 1
        return isCode ? found : `\`${bare}\`${rest}`
      }),
    )
    .join('')
}
