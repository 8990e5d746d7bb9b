import type { Ctx } from '../../../db/ctx.ts'
import { Problem } from '../../../kernel/errors.ts'
import * as changes from '../../changes/service.ts'
import * as cmdb from '../../cmdb/service.ts'
import * as incidents from '../../incidents/store.ts'
import * as knowledge from '../../knowledge/service.ts'
import { readersOf } from '../../records/history-rule.ts'
import type { RecordJson } from '../../records/model.ts'
import * as requests from '../../requests/service.ts'
import type { Noun, RecordRef } from './language/meaning.ts'

/** A record as the public API shows it to this caller. */
export type LoadedRecord = Record<string, unknown> & { id: string; version: number }

const shows: Record<Noun, (ctx: Ctx, id: string) => Promise<RecordJson | undefined>> = {
  incident: incidents.show,
  change: changes.show,
  request: requests.show,
  ci: cmdb.show,
  article: knowledge.show,
}

/** Undefined when there is none, or none that the caller may see. */
export async function load(ctx: Ctx, { type, id }: RecordRef): Promise<LoadedRecord | undefined> {
  const shown = await shows[type](ctx, id)
  return shown && (JSON.parse(shown.json) as LoadedRecord)
}

/** By the rules of the `/history` routes. */
export const mayReadHistory = (ctx: Ctx, { type, id }: RecordRef): Promise<boolean> =>
  isAllowed((type === 'article' ? knowledge.hasHistory : readersOf(shows[type]))(ctx, id))

/** By the rules of the `/notes` routes: those of an article are for the people who work on it. */
export const mayReadNotes = async (ctx: Ctx, { type, id }: RecordRef): Promise<boolean> =>
  type !== 'article' || (await isAllowed(knowledge.hasOpenPast(ctx, id)))

/** False instead of a refusal. */
async function isAllowed(rule: Promise<boolean>): Promise<boolean> {
  try {
    return await rule
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return false
    throw error
  }
}
