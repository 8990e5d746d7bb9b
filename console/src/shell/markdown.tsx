import './markdown.css'
import { useNavigate } from '@tanstack/react-router'
import DOMPurify from 'dompurify'
import { Marked, type MarkedExtension } from 'marked'
import { useMemo, type MouseEvent } from 'react'
import { BoundedLexer } from './bounded-lexer.ts'
import { pageOf } from './own-links.ts'
import { recordIds } from './record-ids.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** HTML in Markdown is shown as text. Headings start below the page's own. */
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

/** Renders Markdown without scripts, styles, or images and frames from other sites. */
const clean = (text: string, marked: Marked) =>
  DOMPurify.sanitize(marked.parser(new BoundedLexer(marked.defaults).lex(text)), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'form', 'input', 'button', 'iframe', 'video', 'audio', 'source'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
  })

/** Links to our own pages stay in this window; other links open a new one without a referrer. */
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // Wide content scrolls on its own, also by keyboard.
  if (node.tagName === 'PRE' || node.tagName === 'TABLE') node.setAttribute('tabindex', '0')
  if (node.tagName !== 'A') return
  const page = pageOf(node.getAttribute('href') ?? '//')
  if (page) return node.setAttribute('href', page)
  node.setAttribute('rel', 'noopener noreferrer nofollow')
  node.setAttribute('target', '_blank')
})

interface Props {
  text: string
  /** Turns record numbers into links. */
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
