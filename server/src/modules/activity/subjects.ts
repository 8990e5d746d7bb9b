import type { Ctx } from '../../db/ctx.ts'
import { agents, approvers, editors, type Role } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import * as changes from '../changes/service.ts'
import { ci } from '../cmdb/model.ts'
import * as cis from '../cmdb/service.ts'
import { incident } from '../incidents/model.ts'
import * as incidents from '../incidents/store.ts'
import { article } from '../knowledge/model.ts'
import * as articles from '../knowledge/service.ts'
import type { RecordJson } from '../records/model.ts'
import { catalogItem } from '../requests/catalog/model.ts'
import * as catalog from '../requests/catalog/service.ts'
import { request } from '../requests/model.ts'
import * as requests from '../requests/service.ts'
import { recordNotes, voteComments, workNotes, type NoteSource } from './store.ts'

type Show = (ctx: Ctx, id: string) => Promise<RecordJson | undefined>

interface ActiveNoun {
  noun: { subject_type: string; path: string; addressOf: (baseUrl: string) => string }
  /** Whether the caller may read the record; throws if they may read it but not its history. */
  isReadable: (ctx: Ctx, id: string) => Promise<boolean>
  notes?: readonly NoteSource[]
  /** Roles that see its internal notes too. */
  readers?: readonly Role[]
}

/** A noun whose notes are stored as notes of records. */
export interface NotedNoun extends Pick<ActiveNoun, 'noun'> {
  show: Show
  writers: readonly Role[]
  /** Who may read its notes, also the internal ones, if not everyone who may read the record: watchers are not notified. */
  readers?: readonly Role[]
  /** The ID of whoever may read them without such a role. */
  authorOf?: (ctx: Ctx, id: string) => Promise<string | undefined>
}

const reads = (show: Show) => async (ctx: Ctx, id: string) => (await show(ctx, id)) !== undefined

/** Approvers ask before they decide. */
const deciders = [...new Set([...agents, ...approvers])]

const openlyNoted: readonly NotedNoun[] = [
  { noun: change, show: changes.show, writers: deciders },
  { noun: request, show: requests.show, writers: deciders },
  { noun: ci, show: cis.show, writers: agents },
]

/** Only for those who work on it. */
const showToEditors: Show = async (ctx, id) =>
  (await articles.hasOpenPast(ctx, id)) ? articles.show(ctx, id) : undefined

/** Incidents have work notes of their own. */
export const notedNouns: readonly NotedNoun[] = [
  ...openlyNoted,
  { noun: article, show: showToEditors, writers: editors, readers: editors, authorOf: articles.authorOf },
]

export const activeNouns: readonly ActiveNoun[] = [
  { noun: incident, isReadable: reads(incidents.show), notes: [workNotes] },
  ...openlyNoted.map(({ noun, show }) => ({ noun, isReadable: reads(show), notes: [recordNotes] })),
  { noun: catalogItem, isReadable: reads(catalog.show) },
  { noun: article, isReadable: articles.hasOpenPast, notes: [recordNotes, voteComments], readers: editors },
]
