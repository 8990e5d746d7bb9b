import { transact, type Ctx, type Tx } from '../../db/ctx.ts'
import type { PageRequest } from '../../db/page.ts'
import { conflict, invalidField, Problem } from '../../kernel/errors.ts'
import type { NewRecord, RecordJson } from '../records/model.ts'
import type { ListFilters } from '../records/noun.ts'
import { jsonStore, view } from '../records/present.ts'
import { recordDeletedReference } from '../records/references.ts'
import * as records from '../records/service.ts'
import { identityOf, keysOf, type Identity } from './identification.ts'
import { ci, type CiRow, type CreateCi, type UpdateCi } from './model.ts'
import { checkReferences } from './references.ts'
import { draft, eventsOf, rediscover, revise } from './revision.ts'
import * as store from './store.ts'

const { cis } = store
const maxRelatedFrom = 1000

async function present(ctx: Ctx, rows: CiRow[]): Promise<object[]> {
  const related = await store.relationshipsOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...view(ctx, ci, row), relationships: related.get(row.id) ?? [] }))
}

/** A single read also returns incoming relationships. */
async function presentInFull(ctx: Ctx, [row]: CiRow[]): Promise<object[]> {
  const [shown] = await present(ctx, [row!])
  return [{ ...shown, related_from: await store.relatedFrom(ctx.db, row!.id, maxRelatedFrom) }]
}

const stored = jsonStore(ci, cis, presentInFull)
const listed = jsonStore(ci, cis, present)
export const { show } = stored
export const list = (ctx: Ctx, query: ListFilters<typeof ci>, request: PageRequest) =>
  listed.list(ctx, query, request, store.ownConditions(query))

const noun: records.StoredNoun<CiRow> = {
  ...ci,
  eventsOf,
  store: stored,
}

export const create = (ctx: Ctx, input: CreateCi): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    const drafted = draft(input, ctx.now)
    await store.lockKeys(ctx.db, keysOf(identityOf(drafted)))
    return stored.toJson(ctx, await insert(ctx, drafted))
  })

async function insert(ctx: Ctx<Tx>, drafted: NewRecord<CiRow>): Promise<CiRow> {
  await checkRelated(ctx, drafted)
  const row = await records.create(ctx, noun, cis, drafted)
  await name(ctx, row.id, identityOf(drafted).source)
  return row
}

export const update = (ctx: Ctx, id: string, patch: UpdateCi, ifMatch?: string): Promise<RecordJson> =>
  records.change(ctx, noun, { id, ifMatch }, async (ctx, before) => {
    const after = revise(before, patch)
    await checkRelated(ctx, after, before)
    await rename(ctx, before, after)
    return records.write(ctx, noun, { before, after })
  })

export const remove = (ctx: Ctx, id: string, ifMatch?: string): Promise<RecordJson> =>
  transact(ctx, async (ctx) => {
    const shown = await records.remove(ctx, noun, id, ifMatch)
    for (const naming of store.workNaming(id)) await recordDeletedReference(ctx, id, naming)
    return shown
  })

/** Another sighting by a source is not a change of the CI. */
const seenNoun = {
  ...noun,
  audited_fields: ci.audited_fields.filter((name) => name !== 'last_discovered_at'),
}

interface UpsertResult {
  id: string
  status: 'created' | 'updated' | 'unchanged'
}

/** Processes a sighting: a known CI is updated, another is created, in the past if it is imported. */
export const upsert = (ctx: Ctx, seen: CreateCi, created_at = ctx.now): Promise<UpsertResult> =>
  transact(ctx, async (ctx) => {
    const drafted = draft(seen, created_at)
    const identity = identityOf(drafted)
    await store.lockKeys(ctx.db, keysOf(identity))
    const merge = async (): Promise<UpsertResult> => {
      const match = await identify(ctx, identity)
      if (match) return rediscoverCi(ctx, seen, identity, match)
      return { id: (await insert({ ...ctx, now: created_at }, drafted)).id, status: 'created' }
    }
    // The CI was deleted or renamed after it had been identified: another is meant, or a new one.
    return merge().catch((error) => (isNotFound(error) ? merge() : Promise.reject(error)))
  })

const rediscoverCi = (
  ctx: Ctx<Tx>,
  seen: CreateCi,
  identity: Identity,
  { id, by }: { id: string; by: store.Match['by'] },
): Promise<UpsertResult> =>
  records.change(ctx, seenNoun, { id }, async (ctx, before) => {
    // Whoever had it locked may have given it other identifiers.
    if ((await identify(ctx, identity))?.id !== id) throw records.missing(noun, id)
    const after = rediscover(before, seen, ctx.now)
    await checkRelated(ctx, after, before)
    if (by !== 'external_id') await name(ctx, id, identity.source)
    const { version } = await records.write(ctx, seenNoun, { before, after })
    if (version > before.version) return { id, status: 'updated' }
    await store.markSeen(ctx, id, after)
    return { id, status: 'unchanged' }
  })

const isNotFound = (error: unknown) => error instanceof Problem && error.status === 404

/** What two sightings of the same CI have in common. */
export const identifiersOf = (ctx: Ctx, seen: CreateCi): string[] => keysOf(identityOf(draft(seen, ctx.now)))

/** The ID of the CI that an upsert of this sighting would update. */
export const recognise = async (ctx: Ctx, seen: CreateCi): Promise<string | undefined> =>
  (await identify(ctx, identityOf(draft(seen, ctx.now))))?.id

/** The strongest identifier that matches decides; it must match exactly one CI. */
async function identify(ctx: Ctx, identity: Identity) {
  const [match] = await store.matchesOf(ctx.db, identity)
  if (!match) return undefined
  const { by, ids } = match
  const [id, ...others] = ids
  if (others.length > 0)
    throw conflict('ambiguous_ci', `${ids.slice(0, 5).join(', ')} have this ${by}: which of them is meant?`)
  return { by, id: id! }
}

async function checkRelated(ctx: Ctx<Tx>, after: NewRecord<CiRow>, before?: CiRow): Promise<void> {
  const texts = after.relationships.map(({ type, ci_id }) => `${type} ${ci_id}`)
  const twice = texts.find((text, index) => texts.indexOf(text) < index)
  if (twice)
    throw invalidField('relationships', 'uniqueItems', `relationships must not contain ${twice} twice`)
  const named = after.relationships.map(({ ci_id }) => ci_id)
  if (before && named.includes(before.id))
    throw invalidField('relationships', 'self', `relationships: ${before.id} cannot be related to itself`)
  const known = new Set(before?.relationships.map(({ ci_id }) => ci_id))
  const added = new Set(named.filter((id) => !known.has(id)))
  await checkReferences(ctx, 'relationships', [...added])
}

/** The external ID of a source belongs to one CI only. */
async function name(ctx: Ctx<Tx>, id: string, source: Identity['source']): Promise<void> {
  if (!source) return
  const holder = await store.nameBySource(ctx.db, id, source)
  if (holder !== id)
    throw conflict('already_exists', `${holder} has this external_id of ${source.source} already`, {
      existing_id: holder,
    })
}

async function rename(ctx: Ctx<Tx>, before: CiRow, after: CiRow): Promise<void> {
  const [old, given] = [identityOf(before).source, identityOf(after).source]
  if (old?.source === given?.source && old?.external_id === given?.external_id) return
  if (old) await store.forgetName(ctx.db, before.id, old)
  await name(ctx, before.id, given)
}
