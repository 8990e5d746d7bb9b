import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ArticleText, Content, Family } from './model.ts'

const folder = fileURLToPath(new URL('../../../demo', import.meta.url))

const textOf = (...names: string[]) => readFileSync(path.join(folder, ...names), 'utf8')
const jsonOf = <T>(...names: string[]) => JSON.parse(textOf(...names)) as T
const namesIn = (name: string) => readdirSync(path.join(folder, name)).toSorted()

export const readContent = (): Content => ({
  company: jsonOf('company.json'),
  articles: namesIn('articles').map((name) => parseArticle(textOf('articles', name))),
  cis: jsonOf('cis.json'),
  catalogue: jsonOf('catalogue.json'),
  requests: jsonOf('requests.json'),
  changes: jsonOf('changes.json'),
  families: namesIn('incidents').map((name) => jsonOf<Family>('incidents', name)),
})

/** A few lines of `name: value` between dashes, then Markdown. */
export function parseArticle(text: string): ArticleText {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const facts = new Map(
    head.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w+): *(.*)$/.exec(line) ?? []
      return [name, value.replace(/^(['"])(.*)\1$/, '$2').replaceAll("''", "'")]
    }),
  )
  const fact = (name: string) => facts.get(name) ?? ''
  return {
    title: fact('title'),
    category: fact('category'),
    tags: fact('tags').split(/, */),
    state: fact('state') as ArticleText['state'],
    body: body.trim(),
  }
}
