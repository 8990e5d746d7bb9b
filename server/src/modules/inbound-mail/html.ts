/** Their content is not for readers. */
const unread = new Set(['script', 'style', 'title', 'template'])
const paragraphs = new Set([
  'p',
  'blockquote',
  'ul',
  'ol',
  'table',
  'pre',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
const blocks = new Set([...paragraphs, 'div', 'li', 'tr', 'br', 'section', 'article', 'header', 'footer'])
const deepestQuotation = 5

/** Lines of text, of which those within a quotation begin with ">". */
class Page {
  readonly lines: string[] = []
  #line = ''
  /** A blank line comes before the next one. */
  #isApart = false
  #hidden = 0
  #quotations = 0
  #link: { href: string; text: string } | undefined

  read(text: string): void {
    if (this.#hidden > 0) return
    this.#line += text.replaceAll(/\s+/g, ' ')
    if (this.#link) this.#link.text += text
  }

  open(tag: string, href: string): void {
    if (unread.has(tag)) this.#hidden++
    this.#separate(tag)
    if (tag === 'li') this.#line += '- '
    if (tag === 'blockquote') this.#quotations++
    if (tag === 'a') this.#link = /^https?:/i.test(href) ? { href, text: '' } : undefined
  }

  close(tag: string): void {
    if (unread.has(tag)) this.#hidden = Math.max(0, this.#hidden - 1)
    if (tag === 'a') {
      if (this.#link && !this.#link.text.includes(this.#link.href)) this.#line += ` (${this.#link.href})`
      this.#link = undefined
    }
    this.#separate(tag)
    if (tag === 'blockquote') this.#quotations = Math.max(0, this.#quotations - 1)
  }

  endLine(isApart: boolean): void {
    const line = this.#line.replaceAll(/ {2,}/g, ' ').trim()
    this.#line = ''
    if (line !== '') {
      if (this.#isApart && this.lines.length > 0) this.lines.push('')
      this.lines.push('> '.repeat(Math.min(this.#quotations, deepestQuotation)) + line)
      this.#isApart = false
    }
    this.#isApart ||= isApart
  }

  #separate(tag: string): void {
    if (blocks.has(tag)) this.endLine(paragraphs.has(tag))
    else if (tag === 'td' || tag === 'th') this.#line += ' '
  }
}

/** The text of a page, in one pass and without a tree: a page may be made of nothing but nested tags. */
export async function htmlToText(html: string): Promise<string> {
  // Loaded with the first message that needs it.
  const { Tokenizer } = await import('htmlparser2')
  const page = new Page()
  let [tag, attribute, href] = ['', '', '']
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const addToHref = (text: string) => {
    if (tag === 'a' && attribute === 'href') href += text
  }
  const open = () => page.open(tag, href)
  const skip = () => undefined
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = nameAt(start, end)
        href = ''
      },
      onattribname: (start, end) => {
        attribute = nameAt(start, end)
      },
      onattribdata: (start, end) => addToHref(html.slice(start, end)),
      onattribentity: (code) => addToHref(String.fromCodePoint(code)),
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => page.close(nameAt(start, end)),
      ontext: (start, end) => page.read(html.slice(start, end)),
      ontextentity: (code) => page.read(String.fromCodePoint(code)),
      onattribend: skip,
      oncdata: skip,
      oncomment: skip,
      ondeclaration: skip,
      onprocessinginstruction: skip,
      onend: skip,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  page.endLine(false)
  return page.lines.join('\n')
}
