import { withoutForeignLinks } from './links.ts'

export function cut(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 4 * most))
  if (characters.length <= most && text.length <= 4 * most) return text
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** Quotes the text of a record verbatim, without links to other hosts. */
export const quote = (text: string, baseUrl: string, most: number): string =>
  withAddressesAsText(cut(withoutForeignLinks(cut(text.trim(), 2 * most), baseUrl), most), baseUrl)

const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/
const address =
  /(?:\b[a-z][a-z\d+.-]{1,20}:|(?<![\w:/]))\/\/[^\s<>`]*[^\s<>`.,;:!?)\]}'"”]|\bwww\.[^\s<>`]*[^\s<>`.,;:!?)\]}'"”]/gi

/** Addresses become code, so that they are not rendered as links. Unpaired backticks are removed first. */
const withAddressesAsText = (text: string, baseUrl: string): string =>
  text
    .split(code)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replaceAll('`', "'")
            .replace(address, (found) => (found.startsWith(`${baseUrl}/`) ? found : `\`${found}\``)),
    )
    .join('')
