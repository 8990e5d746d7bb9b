/** Text of a value; numbers count, empty text does not. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.toWellFormed().replaceAll('\0', '')
}

/** One line, shortened to what the field takes. */
export const line = (value: unknown, maxLength: number): string | undefined =>
  text(value)
    ?.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed() || undefined

export const prose = (value: unknown): string | undefined =>
  text(value)?.replaceAll('\r\n', '\n').trim() || undefined

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export const decodeEntities = (given: string): string =>
  given.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined
    if (code === undefined) return entities[String(name).toLowerCase()] ?? whole
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
      ? String.fromCodePoint(code)
      : ''
  })

/** In parts, because a search for the end from each beginning takes minutes where many have none. */
function withoutElement(html: string, name: string): string {
  const parts = html.split(new RegExp(`</${name}>`, 'i'))
  const rest = parts.pop()!
  const element = new RegExp(`<${name}\\b[^<>]*>.*`, 'is')
  return [...parts.map((part) => part.replace(element, '')), rest].join('')
}

/** HTML as plain text: paragraphs and list items stay lines. */
export function plain(value: unknown): string | undefined {
  const given = text(value)
  if (given === undefined) return undefined
  // Some systems escape the HTML once more.
  const html = /<\w/.test(given) || !/&lt;\w/.test(given) ? given : decodeEntities(given)
  const stripped = withoutElement(withoutElement(html, 'script'), 'style')
    .replaceAll(/<br\s*\/?>|<\/(p|div|tr|h\d|ul|ol)>/gi, '\n')
    .replaceAll(/<li\b[^<>]*>/gi, '- ')
    .replaceAll(/<\/li>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
  return prose(decodeEntities(stripped).replaceAll(/\n{3,}/g, '\n\n'))
}
