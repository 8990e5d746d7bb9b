import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { useMemo } from 'react'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** HTML that people write is text: it is shown as they wrote it. */
const marked = new Marked({
  async: false,
  breaks: true,
  renderer: { html: ({ text }) => text.replace(/[&<>]/g, (sign) => escapes[sign]!) },
})

/** What people wrote, as Markdown and nothing else: no script, no style, no picture or frame from elsewhere. */
const clean = (text: string) =>
  DOMPurify.sanitize(marked.parse(text) as string, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'form', 'input', 'button', 'iframe', 'video', 'audio', 'source'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
  })

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('rel', 'noopener noreferrer nofollow')
  node.setAttribute('target', '_blank')
})

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => clean(text), [text])
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
