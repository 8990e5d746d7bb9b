import type { Ctx } from '../../db/ctx.ts'
import { agents, approvers, type Role } from '../../kernel/actor.ts'
import { change } from '../changes/model.ts'
import * as changes from '../changes/service.ts'
import { ci } from '../cmdb/model.ts'
import * as cis from '../cmdb/service.ts'
import { incident } from '../incidents/model.ts'
import * as incidents from '../incidents/store.ts'
import { article } from '../knowledge/model.ts'
import { hasOpenPast } from '../knowledge/service.ts'
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
  notes?: NoteSource
}

/** A noun whose notes are stored as notes of records. */
export interface NotedNoun extends Pick<ActiveNoun, 'noun'> {
  show: Show
  writers: readonly Role[]
}

const reads = (show: Show) => async (ctx: Ctx, id: string) => (await show(ctx, id)) !== undefined

/** Approvers ask before they decide. */
const deciders = [...new Set([...agents, ...approvers])]

/** Incidents have work notes of their own, and articles the comments of their readers. */
export const notedNouns: readonly NotedNoun[] = [
  { noun: change, show: changes.show, writers: deciders },
  { noun: request, show: requests.show, writers: deciders },
  { noun: ci, show: cis.show, writers: agents },
]

export const activeNouns: readonly ActiveNoun[] = [
  { noun: incident, isReadable: reads(incidents.show), notes: workNotes },
  ...notedNouns.map(({ noun, show }) => ({ noun, isReadable: reads(show), notes: recordNotes })),
  { noun: catalogItem, isReadable: reads(catalog.show) },
  { noun: article, isReadable: hasOpenPast, notes: voteComments },
]
