import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Article, Mainstay, UpdateArticle } from '@mainstay/sdk'
import { exitCodes } from '../errors.ts'
import { explain } from '../explain.ts'
import { readText } from '../files.ts'
import { parseArticle, states, type ArticleFile, type ArticleState } from './front-matter.ts'

export interface ImportedFile {
  file: string
  action: 'created' | 'updated' | 'unchanged' | 'would_create' | 'would_update' | 'failed'
  /** Missing for an article that does not exist. */
  number?: string
  title: string
  /** Why it failed. */
  message?: string
}

interface FolderImport {
  client: Mainstay
  folder: string
  /** Names the origin of the articles, so that two folders may contain the same file names. */
  source: string
  state: Exclude<ArticleState, 'retired'>
  isDryRun: boolean
  onFile: (done: ImportedFile) => void
}

export const markdownFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(md|markdown)$/i.test(file) && !/(^|[\\/])(\.|node_modules[\\/])/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

/** One article for each Markdown file: created the first time, updated afterwards if the file says something else. */
export async function importFolder(options: FolderImport, files: string[]): Promise<void> {
  // All files are read first: one that cannot be understood changes nothing.
  const articles = files.map((file) => ({
    file,
    article: parseArticle(file, readText(path.join(options.folder, file))),
  }))
  for (const { file, article } of articles)
    options.onFile(
      await importFile(options, file, article).catch((error: unknown): ImportedFile => {
        const { exitCode, message } = explain(error)
        if (exitCode !== exitCodes.refused) throw error
        return { file, action: 'failed', title: article.title, message }
      }),
    )
}

async function importFile(
  { client, source, state, isDryRun }: FolderImport,
  file: string,
  article: ArticleFile,
): Promise<ImportedFile> {
  const origin = originTag(source, file)
  const wanted = { ...article, tags: [...article.tags, origin] }
  const [known] = await client.articles.list({ tag: origin, state: states.join(','), limit: 1 }).take(1)
  if (!known) {
    if (isDryRun) return { file, action: 'would_create', title: article.title }
    const first = wanted.state ?? state
    const made = await client.articles.create({ ...wanted, state: first === 'retired' ? 'draft' : first })
    return { file, action: 'created', number: made.number, title: made.title }
  }
  const { number, title } = known
  const current = await client.articles.get(known.id)
  const changes = changesTo(current, wanted)
  if (Object.keys(changes).length === 0) return { file, action: 'unchanged', number, title }
  if (isDryRun) return { file, action: 'would_update', number, title }
  await client.articles.update(known.id, changes, { ifVersion: current.version })
  return { file, action: 'updated', number, title: article.title }
}

/**
 * The article remembers its file by a tag, so that any machine can run the import again; some spell an accent as two
 * characters. A list filter has commas.
 */
export function originTag(source: string, file: string): string {
  const tag = `file:${source}/${file}`.replaceAll(',', '%2C').replaceAll(/\s+/g, ' ').normalize('NFC')
  if (tag.length <= 100) return tag
  const start = tag.slice(0, 82).replace(/[\uD800-\uDBFF]$/, '') // half a character
  return `${start}~${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`
}

/** Only what the file says and the article does not: people may have published or retired it meanwhile. */
export function changesTo(current: Article, wanted: ArticleFile): UpdateArticle {
  const changes: UpdateArticle = {}
  if (current.title !== wanted.title) changes.title = wanted.title
  if (current.body.trim() !== wanted.body) changes.body = wanted.body
  if (wanted.category !== undefined && current.category !== wanted.category)
    changes.category = wanted.category
  if (wanted.tags.some((tag) => !current.tags.includes(tag)))
    changes.tags = [...new Set([...current.tags, ...wanted.tags])]
  // An article that somebody retired stays retired: it is reviewed before it is published again.
  if (wanted.state !== undefined && current.allowed_transitions.includes(wanted.state))
    changes.state = wanted.state
  return changes
}
