import { prose } from './text.ts'

interface DocumentNode {
  type?: string
  text?: string
  /** Mentions, emojis and cards have their text or address here. */
  attrs?: { text?: string; url?: string }
  content?: DocumentNode[]
}

/** Text of the document format of Jira Cloud, or text as it is. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return prose(value)
  const write = ({ type, text: own, attrs, content = [] }: DocumentNode): string => {
    if (type === 'hardBreak') return '\n'
    const inner = (own ?? attrs?.text ?? attrs?.url ?? '') + content.map(write).join('')
    if (type === 'listItem') return `- ${inner}`
    return ['paragraph', 'heading', 'codeBlock', 'blockquote'].includes(type ?? '') ? `${inner}\n` : inner
  }
  return prose(write(value as DocumentNode))
}
