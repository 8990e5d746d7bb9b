import { Type } from 'typebox'
import type { Api } from '../../../http/api.ts'
import { editors, everyone } from '../../../kernel/actor.ts'
import { Enum, NamedObject, Timestamp } from '../../../kernel/schema.ts'
import { recordReply } from '../../records/mount.ts'
import { missing } from '../../records/service.ts'
import { article } from '../model.ts'
import { hasOpenPast, noun } from '../service.ts'
import { states } from '../transitions.ts'
import * as versions from './service.ts'
import { list } from './store.ts'

const tag = 'Knowledge'
const path = '/knowledge/articles/:id/versions'
const versionParams = Type.Object({
  id: Type.String(),
  version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
})

const VersionSummary = NamedObject('ArticleVersionSummary', {
  version: Type.Integer(),
  title: Type.String(),
  state: Enum(states),
  author: Type.String({ description: 'E-mail address of the author of this version' }),
  at: Timestamp,
})
const { body, category, tags } = article.answer.properties
const Version = NamedObject('ArticleVersion', { ...VersionSummary.properties, body, category, tags })

export function mountVersions(api: Api): void {
  api.list(
    path,
    {
      tag,
      summary: 'List the versions of an article',
      description: 'Newest first, including the current one; for editors and for its author.',
      roles: everyone,
      item: VersionSummary,
      sorts: ['version'],
      order: 'desc',
    },
    async (ctx, { params: { id } }, request) => {
      if (!(await hasOpenPast(ctx, id))) throw missing(noun, id)
      return list(ctx.db, id, request)
    },
  )

  api.get(
    `${path}/:version`,
    {
      tag,
      summary: 'Get one version of an article',
      roles: everyone,
      params: versionParams,
      response: { 200: Version },
    },
    async (ctx, { params: { id, version } }) => {
      if (!(await hasOpenPast(ctx, id))) throw missing(noun, id)
      return versions.find(ctx, id, version)
    },
  )

  api.post(
    `${path}/:version/restore`,
    {
      tag,
      summary: 'Restore the text of a version',
      description:
        'Creates a new version with the title, body, category and tags of the old one. The state does not change.',
      roles: editors,
      params: versionParams,
      response: { 200: article.answer },
    },
    async (ctx, { params: { id, version }, headers }) =>
      recordReply(200, await versions.restore(ctx, id, version, headers['if-match'])),
  )
}
