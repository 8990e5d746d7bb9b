import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { openFolder } from '../../../test/folders.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { whenTokenIsAudited } from '../../../test/token-entries.ts'
import type { Ctx } from '../../db/ctx.ts'
import { startAnchoring } from './anchor.ts'
import { AnchorFile } from './anchor-file.ts'
import type { Anchor } from './anchors.ts'
import type { Verification } from './model.ts'

const file = path.join(openFolder(), 'anchor.jsonl')

const app = await startApp({ AUDIT_ANCHOR_FILE: file })
// From here on only the tests add entries.
await whenTokenIsAudited(app)

const anchors = (): Anchor[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Anchor)
const verify = async (): Promise<Verification> => expectOk(await app.call('GET', '/audit/verify'), 200)
const verifyWith = async (checkpoints: unknown[]): Promise<Verification> =>
  expectOk(await app.call('POST', '/audit/verify', { body: { checkpoints } }), 200)

/** Writes an entry and waits until its checkpoint is in the file. */
async function anchorSomething(): Promise<Anchor> {
  const before = anchors().length
  await driveIncidents(app).create()
  await eventually(async () => anchors().length > before && (await verify()).unsealed === 0)
  await eventually(async () => anchors().at(-1)!.position === (await verify()).sealed)
  return anchors().at(-1)!
}

/** With full access to the database, and none to the file. */
async function cutAfter(position: number): Promise<void> {
  const tables = ['audit_entries', 'audit_seals', 'audit_checkpoints']
  for (const table of tables) await app.query(`alter table ${table} disable trigger ${table}_keep`)
  await app.query(`delete from audit_entries where seq in (
    select entry_seq from audit_seals where position > ${position})`)
  await app.query(`delete from audit_seals where position > ${position}`)
  await app.query(`delete from audit_checkpoints where position > ${position}`)
  for (const table of tables) await app.query(`alter table ${table} enable trigger ${table}_keep`)
}

describe('checkpoints of the audit log', () => {
  test('are kept in a file that only its owner can read, and compared on verification', async () => {
    const last = await anchorSomething()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(last).toEqual({
      position: expect.any(Number) as number,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      signature: expect.stringMatching(/^k1_[0-9a-f]{16}_/) as string,
      first_entry: expect.any(Number) as number,
      at: expect.stringMatching(/Z$/) as string,
    })
    expect(await verify()).toMatchObject({
      valid: true,
      first_broken: null,
      anchor: { source: 'file', compared: anchors().length, ignored: 0, last_position: last.position },
    })
  })

  test('are compared when submitted, in any order and from any node', async () => {
    await anchorSomething()
    const kept = anchors()
    expect(await verifyWith(kept.toReversed())).toMatchObject({
      valid: true,
      anchor: { source: 'request', compared: kept.length, last_position: kept.at(-1)!.position },
    })
    const { position, hash } = kept.at(-1)!
    expect(await verifyWith([{ position, hash }])).toMatchObject({ valid: true, anchor: { compared: 1 } })
  })

  test('are taken as many at once as the API description says', async () => {
    const { position, hash, signature } = await anchorSomething()
    const longest = { position, hash, signature: signature.padEnd(200, 'x'), first_entry: 2 ** 50 }
    const all = { ...longest, at: 'x'.repeat(50), service_instance: 'x'.repeat(200) }
    const kept = Array.from({ length: 1500 }, () => all)
    expect(await verifyWith(kept)).toMatchObject({ valid: true, anchor: { compared: 0, ignored: 1500 } })
    const body = { checkpoints: [...kept, { position, hash }] }
    expectProblem(await app.call('POST', '/audit/verify', { body }), 400, 'validation_error')
  })

  test('without a valid signature are ignored', async () => {
    const { position, hash, signature } = await anchorSomething()
    const forged = { position: position + 7, hash: hash.replaceAll(/./g, '0'), signature }
    expect(await verifyWith([forged])).toMatchObject({ valid: true, anchor: { compared: 0, ignored: 1 } })
    appendFileSync(file, '{"position": 12, "ha')
    expect(await verify()).toMatchObject({ valid: true, anchor: { ignored: 1 } })
    // An incomplete line does not affect the next one.
    await anchorSomething()
    expect(await verify()).toMatchObject({ valid: true, anchor: { ignored: 1 } })
  })

  test('start a new file if the old one was moved away', async () => {
    await anchorSomething()
    renameSync(file, `${file}.1`)
    expect(await verify()).toMatchObject({ valid: true, anchor: { source: 'file', compared: 0 } })
    await driveIncidents(app).create()
    await eventually(() => existsSync(file) && anchors().length === 1)
    expect(await verify()).toMatchObject({ valid: true, anchor: { compared: 1 } })
  })

  test('stop the start if they cannot be written', async () => {
    const unwritable = new AnchorFile('/nowhere/at/all/anchor.jsonl')
    await expect(startAnchoring(app.ctx, unwritable)).rejects.toThrow(
      /^AUDIT_ANCHOR_FILE cannot be written: ENOENT/,
    )
  })

  test.each([
    [{ checkpoints: [] }, 'checkpoints'],
    [{ checkpoints: [{ position: 1, hash: 'abc' }] }, 'checkpoints.0.hash'],
    [{ checkpoints: [{ position: 0, hash: 'a'.repeat(64) }] }, 'checkpoints.0.position'],
    [{}, 'checkpoints'],
  ])('%j is refused with the name of the field', async (body, field) => {
    const problem = expectProblem(await app.call('POST', '/audit/verify', { body }), 400, 'validation_error')
    expect(problem.errors!.map((error) => error.field)).toEqual([field])
  })
})

describe('entries cut off together with their checkpoints', () => {
  let kept: Anchor
  let lost: Anchor
  beforeEach(async () => {
    kept = await anchorSomething()
    lost = await anchorSomething()
  })

  test('are detected, with the first missing entry, also after new entries were added', async () => {
    const lines = anchors()
    await cutAfter(kept.position)
    const cut = {
      valid: false,
      first_broken: {
        position: kept.position + 1,
        entry: lost.first_entry,
        reason: expect.stringMatching(/^the end of the log was cut off/) as string,
      },
      anchor: { compared: lines.length - 1, last_position: kept.position },
    }
    expect(await verify()).toMatchObject(cut)
    expect(await verifyWith(lines)).toMatchObject(cut)
    expect(await verifyWith([lost])).toMatchObject({ valid: false })

    while ((await verify()).sealed < lost.position + 1) await driveIncidents(app).create()
    expect(await verify()).toMatchObject({
      valid: false,
      first_broken: {
        position: kept.position + 1,
        entry: lost.first_entry,
        reason: 'the log differs from the checkpoint stored outside of the database',
      },
    })
    writeFileSync(file, '')
  })
})

test('the log contains every checkpoint at level info, and an error if the database has fewer than the file', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const makeCtx = (): Ctx => ({ ...app.ctx(), log })
  const other = new AnchorFile(path.join(path.dirname(file), 'other.jsonl'))
  const anchoring = await startAnchoring(makeCtx, other)
  const said = (text: string) =>
    lines.map((line) => JSON.parse(line) as object).find((line) => 'msg' in line && line.msg === text)
  await driveIncidents(app).create()
  const line = await eventually(() => said('audit checkpoint'))
  await anchoring.stop(5000)
  expect(line).toMatchObject({
    level: 30,
    hash: expect.any(String) as string,
    signature: expect.any(String) as string,
  })

  await other.append([{ position: 1_000_000, hash: 'x', signature: 'x', first_entry: null, at: '' }])
  const behind = await startAnchoring(makeCtx, other)
  expect(await eventually(() => said('the audit log is shorter than its anchor'))).toMatchObject({
    level: 50,
    anchored: 1_000_000,
  })
  await behind.stop(5000)
})

test('without such a URL the job of before does nothing, and is not overdue', async () => {
  await app.query(`update jobs set run_at = now() - interval '1 hour' where type = 'send-audit-anchor'`)
  const waiting = () => app.query(`select from jobs where type = 'send-audit-anchor' and run_at > now()`)
  expect(await eventually(async () => (await waiting()).length === 1)).toBe(true)
})

test('the newest checkpoint is sent to a URL of the operator, with retries', async () => {
  const receiver = await startReceiver({ answer: (_request, n) => ({ status: n === 1 ? 500 : 204 }) })
  const sender = await startApp({ ...receiver.env, AUDIT_ANCHOR_URL: `${receiver.url}/anchor` })
  try {
    await eventually(() => receiver.received.length >= 2)
    const [refused, taken] = receiver.received.map(
      ({ method, path: to, body }) => [method, to, JSON.parse(body.toString()) as Anchor] as const,
    )
    expect(taken!.slice(0, 2)).toEqual(['POST', '/hook/anchor'])
    expect(taken![2].position).toBeGreaterThanOrEqual(refused![2].position)
    const verified = await sender.call('POST', '/audit/verify', { body: { checkpoints: [taken![2]] } })
    expect(expectOk<Verification>(verified, 200)).toMatchObject({
      valid: true,
      anchor: { source: 'request', compared: 1, ignored: 0 },
    })
  } finally {
    await sender.close()
  }
})
