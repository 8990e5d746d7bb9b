import path from 'node:path'
import { refusal } from '../errors.ts'

export const states = ['draft', 'review', 'published', 'retired'] as const
export type ArticleState = (typeof states)[number]

/** What a Markdown file says about its article. */
export interface ArticleFile {
  title: string
  body: string
  category?: string
  tags: string[]
  state?: ArticleState
}

type FrontMatter = Record<string, string | string[]>

/** The article of a Markdown file. The title is that of the front matter, the first heading, or the file's name. */
export function parseArticle(file: string, text: string): ArticleFile {
  const { matter, content } = splitFrontMatter(text)
  const [, heading] = /^\s*#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/.exec(content) ?? []
  const state = one(matter.state ?? matter.status)
  if (state !== undefined && !states.includes(state as ArticleState))
    throw refusal(`${file}: the state '${state}' is unknown`, `Use one of ${states.join(', ')}`)
  const category = one(matter.category)
  return {
    title: one(matter.title) ?? heading ?? path.basename(file, path.extname(file)),
    // A heading that became the title would be shown twice.
    body: (matter.title === undefined && heading ? content.replace(/^\s*#.*(\r?\n)*/, '') : content).trim(),
    ...(category ? { category } : {}),
    tags: listOf(matter.tags),
    ...(state ? { state: state as ArticleState } : {}),
  }
}

function splitFrontMatter(text: string): { matter: FrontMatter; content: string } {
  const match = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text)
  if (!match || match.index !== 0) return { matter: {}, content: text }
  return { matter: parseMatter(match[1]!), content: text.slice(match[0].length) }
}

/** The part of YAML that front matter of articles uses: words, quoted words, and lists of them. */
function parseMatter(text: string): FrontMatter {
  const matter: FrontMatter = {}
  let list: string[] | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? []
    if (item !== undefined && list) {
      list.push(unquote(item))
      continue
    }
    const [, key, value] = /^([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) continue
    list = value === '' ? [] : undefined
    matter[key.toLowerCase()] = list ?? inline(value)
  }
  return matter
}

const inline = (value: string) =>
  /^\[.*\]$/.test(value) ? value.slice(1, -1).split(',').map(unquote).filter(Boolean) : unquote(value)

const unquote = (text: string) =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) || undefined

function listOf(value: string | string[] | undefined): string[] {
  const items = Array.isArray(value) ? value : (value?.split(',').map((item) => item.trim()) ?? [])
  return [...new Set(items.filter(Boolean))]
}
