import { chunksOf } from '@mainstay/server/dist/modules/ai/retrieval/chunks.js'
import { readJsonLines, type Data } from './data.ts'
import type { Figure } from './figures.ts'

interface Article {
  article_id: string
  title: string
  body: string
}

/** How well the right article is found. */
export async function measureRetrieval(data: Data): Promise<Figure[]> {
  const articles = readJsonLines<Article>(data.folder, 'kb_articles.jsonl') ?? []
  const chunks = articles.flatMap(({ body }) => chunksOf(body))
  return [
    { measure: 'articles', value: articles.length, unit: 'count' },
    { measure: 'chunks', value: chunks.length, unit: 'count' },
  ]
}
