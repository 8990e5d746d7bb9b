import type { Article, ArticleVersion, ArticleVersionSummary } from '../../console/src/api/schema.d.ts'
import type { State } from '../src/modules/knowledge/transitions.ts'
import type { TestApp } from './app.ts'
import { expectOk, type ListPage } from './incidents.ts'
import { driveRecords, type CallOptions } from './records.ts'
import { recordedEvents } from './recorded-events.ts'

/** As the API returns them. */
export type { Article }

/** In a list, versions have no text. */
export type Version = ArticleVersionSummary & Partial<ArticleVersion>

/** The shortest path from a draft to each state. */
export const pathTo: Record<State, State[]> = {
  draft: [],
  review: ['review'],
  published: ['published'],
  retired: ['published', 'retired'],
}

/** Articles through HTTP, and their traces in the database. */
export function driveArticles(app: TestApp) {
  const path = '/knowledge/articles'
  const records = driveRecords<Article>(app, {
    path,
    table: 'articles',
    defaults: { title: 'Renew a token' },
  })
  const inState = async (state: State, body: object = {}, options: CallOptions = {}): Promise<Article> => {
    let article = await records.create(body, options)
    for (const step of pathTo[state]) article = await records.change(article.id, { state: step })
    return article
  }
  return {
    ...records,
    inState,
    publish: (body: object = {}, options: CallOptions = {}) =>
      records.create({ ...body, state: 'published' }, options),
    versions: async (id: string, options: CallOptions = {}): Promise<ListPage<Version>> =>
      expectOk(await app.call('GET', `${path}/${id}/versions`, options), 200),
    version: async (id: string, version: number): Promise<Version> =>
      expectOk(await app.call('GET', `${path}/${id}/versions/${version}`), 200),
    everything: () =>
      app.query(`select (select md5(string_agg(r::text, '' order by id)) from articles r) as articles,
        (select md5(string_agg(v::text, '' order by article_id, version)) from article_versions v) as versions,
        (select md5(string_agg(v::text, '' order by article_id, voter_id)) from article_votes v) as votes,
        (select count(*) from ${recordedEvents} where subject_id like 'KB%') as events,
        (select count(*) from audit_entries where subject_type <> 'identity') as audited`),
  }
}

export type Articles = ReturnType<typeof driveArticles>
