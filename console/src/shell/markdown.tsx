import { useNavigate } from '@tanstack/react-router'
import DOMPurify from 'dompurify'
import { Marked, type MarkedExtension } from 'marked'
import { useMemo, type MouseEvent } from 'react'
import { pageOf } from './own-links.ts'
import { recordIds } from './record-ids.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** HTML that people write is text: it is shown as they wrote it. The first heading is the page's own, theirs stand below it. */
const rules: MarkedExtension = {
  async: false,
  breaks: true,
  renderer: {
    html: ({ text }) => text.replace(/[&<>]/g, (sign) => escapes[sign]!),
    heading({ tokens, depth }) {
      const level = Math.min(depth + 1, 6)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
    },
  },
}

const plain = new Marked(rules)
const withIds = new Marked(rules, { extensions: [recordIds] })

/** What people wrote, as Markdown and nothing else: no script, no style, no picture or frame from elsewhere. */
const clean = (text: string, marked: Marked) =>
  DOMPurify.sanitize(marked.parse(text) as string, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'form', 'input', 'button', 'iframe', 'video', 'audio', 'source'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
  })

/** Links to our own pages stay in the window; the others open another, which learns nothing of where one came from. */
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // What is too wide scrolls by itself, also for who has no mouse.
  if (node.tagName === 'PRE' || node.tagName === 'TABLE') node.setAttribute('tabindex', '0')
  if (node.tagName !== 'A') return
  const page = pageOf(node.getAttribute('href') ?? '//')
  if (page) return node.setAttribute('href', page)
  node.setAttribute('rel', 'noopener noreferrer nofollow')
  node.setAttribute('target', '_blank')
})

interface Props {
  text: string
  /** The numbers of records lead to them. */
  linksRecords?: boolean
}

export function Markdown({ text, linksRecords = false }: Props) {
  const html = useMemo(() => clean(text, linksRecords ? withIds : plain), [text, linksRecords])
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const page = link && !link.target && isPlain ? pageOf(link.href) : undefined
    if (!page) return
    event.preventDefault()
    void navigate({ href: page })
  }
  return <div className="markdown" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}
