/** The `@name` that is being typed before the cursor. */
export interface TypedMention {
  /** Where its `@` is. */
  start: number
  q: string
}

/** Not within an address or a link. */
const mentionStart = '(?<![\\p{L}\\p{N}_.@/-])@'
const typed = new RegExp(`${mentionStart}([\\p{L}\\p{N}._%+'-]{0,60})$`, 'u')

export function mentionAt(text: string, cursor: number): TypedMention | undefined {
  const found = typed.exec(text.slice(0, cursor))
  return found ? { start: cursor - found[1]!.length - 1, q: found[1]! } : undefined
}

/** The text with the mention completed, and the cursor after it. */
export function completeMention(text: string, cursor: number, { start }: TypedMention, email: string) {
  const before = `${text.slice(0, start)}@${email} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
/** The same addresses as those that the service notifies. */
const mention = new RegExp(`${mentionStart}(${atom}(?:\\.${atom})*@${label}(?:\\.${label})+)`, 'giu')

/** As many as the service notifies. */
const maxMentions = 20

/** The first email addresses that a note mentions, once each. */
export const mentionedIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(mention), ([, email]) => email!.toLowerCase()))].slice(0, maxMentions)

/** The note in Markdown with the names of the mentioned people that are known. */
export const withNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(mention, (whole, email: string) => {
    const name = names.get(email.toLowerCase())
    return name === undefined ? whole : `**@${name.replaceAll(/[\\`*_[\]<>]/g, '\\$&')}**`
  })
