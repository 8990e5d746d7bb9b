import { Type, type Static } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { cursorsOf } from '../../http/cursors.ts'
import { auditors } from '../../kernel/actor.ts'
import type { Keys } from '../../kernel/crypto.ts'
import { hour } from '../../kernel/durations.ts'
import { invalidCursor } from '../../kernel/errors.ts'
import { SingleLine, NamedBody, Nullable, Pattern, Query } from '../../kernel/schema.ts'
import type { AnchorFile } from './anchor-file.ts'
import type { AnchorInput, AnchorSource } from './anchors.ts'
import { Verification } from './model.ts'
import { verifyPart, type Progress } from './verify.ts'

const tag = 'Audit'

/** About ten seconds of work. */
const mostVerified = 500_000

const PartQuery = Query({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostVerified,
      default: mostVerified,
      description: 'Most entries that this request verifies',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'next_cursor of the part before, valid for an hour after the first one' }),
  ),
})
type PartQuery = Static<typeof PartQuery>

/** What the parts before have found may have changed since. */
const longestVerification = hour

interface Cursor {
  /** Milliseconds. */
  started_at: number
  progress: Progress
}

/** As many as fit into a body with all their fields. */
const maxCheckpoints = 1500

const Checkpoints = NamedBody('AuditCheckpoints', {
  checkpoints: Type.Array(
    Type.Object(
      {
        position: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        hash: Pattern('^[0-9a-f]{64}$', 'a SHA-256 hash in hexadecimal'),
        signature: Type.Optional(SingleLine(200)),
        first_entry: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
        at: Type.Optional(SingleLine(50)),
        service_instance: Type.Optional(SingleLine(200)),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: maxCheckpoints },
  ),
})

export function mountVerification(api: Api, keys: Keys, file: AnchorFile | undefined): void {
  /** A cursor says what was found until then, so it is signed. */
  const verifyFrom = async (
    { db, actor, now }: Ctx,
    { query }: { query: PartQuery },
    anchors?: AnchorSource,
  ) => {
    const cursors = cursorsOf(keys, [actor.id, 'audit/verify'])
    const { cursor, limit = mostVerified } = query
    const read = cursor === undefined ? undefined : (cursors.read(cursor) as Cursor)
    const started_at = read?.started_at ?? now.getTime()
    if (now.getTime() - started_at > longestVerification)
      throw invalidCursor('This verification started more than an hour ago: start again without the cursor')
    const { next, ...verification } = await verifyPart(db, keys, { from: read?.progress, limit, anchors })
    if (!next) return verification
    return { ...verification, next_cursor: cursors.write({ started_at, progress: next } satisfies Cursor) }
  }

  api.get(
    '/audit/verify',
    {
      tag,
      summary: 'Verify the hash chain of the audit log',
      description:
        'Names the first entry that was changed, removed or inserted. A long log is verified in several requests. At its end it is also compared with the checkpoints in AUDIT_ANCHOR_FILE, if there is one.',
      roles: auditors,
      query: PartQuery,
      response: { 200: Verification },
    },
    (ctx, input) => verifyFrom(ctx, input, file?.read()),
  )

  api.post(
    '/audit/verify',
    {
      tag,
      summary: 'Verify the audit log against checkpoints stored elsewhere',
      description: `Accepts up to ${maxCheckpoints} lines of an anchor file, or of the log, of any node; the newest covers all before it. Only they reveal that the end of the log was cut off together with its checkpoints.`,
      roles: auditors,
      query: PartQuery,
      body: Checkpoints,
      response: { 200: Verification },
    },
    (ctx, input) => {
      const anchors = input.body.checkpoints.toSorted((a, b) => a.position - b.position)
      return verifyFrom(ctx, input, { source: 'request', anchors: anchors as AnchorInput[] })
    },
  )
}
