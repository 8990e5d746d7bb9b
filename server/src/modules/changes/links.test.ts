import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges } from '../../../test/changes.ts'
import { commitDuring } from '../../../test/commit-during.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const changes = await driveChanges(app)
const incidents = driveIncidents(app)

const makeIncidents = async (n: number) => {
  const made = []
  for (let i = 0; i < n; i++) made.push((await incidents.create()).id)
  return made
}
const changeOf = async (id: string) =>
  ((await incidents.get(id)) as unknown as { change_id: string | null }).change_id

/** The events of an incident after its creation. */
const toldBy = async (id: string) =>
  (await incidents.eventsOf(id)).slice(1).map(({ type, data }) => [type, data.changes])

describe('incidents of a change', () => {
  test('reference it, and publish an event', async () => {
    const [one, other, third] = (await makeIncidents(3)) as [string, string, string]
    const change = await changes.create({ incident_ids: [other, one] })
    expect(change.incident_ids).toEqual([one, other])
    for (const id of [one, other]) {
      expect(await changeOf(id)).toBe(change.id)
      expect(await toldBy(id)).toEqual([['incident.updated', { change_id: { from: null, to: change.id } }]])
    }
    const moved = await changes.change(change.id, { incident_ids: [third, one] })
    expect(moved).toMatchObject({ incident_ids: [one, third], version: 2 })
    expect([await changeOf(one), await changeOf(other), await changeOf(third)]).toEqual([
      change.id,
      null,
      change.id,
    ])
    expect(await toldBy(one)).toHaveLength(1)
    expect((await toldBy(other))[1]).toEqual([
      'incident.updated',
      { change_id: { from: change.id, to: null } },
    ])
    expect(await toldBy(third)).toHaveLength(1)
    expect((await changes.history(change.id)).filter(({ field }) => field === 'incident_ids')).toMatchObject([
      { action: 'created', from: null, to: [one, other] },
      { action: 'updated', from: [other], to: [third] },
    ])
    expect((await changes.change(change.id, { incident_ids: [] })).incident_ids).toEqual([])
    expect([await changeOf(one), await changeOf(third)]).toEqual([null, null])
  })

  test('are the same from the other side', async () => {
    const [id] = (await makeIncidents(1)) as [string]
    const change = await changes.create()
    await incidents.change(id, { change_id: change.id })
    expect(await changes.get(change.id)).toMatchObject({ incident_ids: [id], version: 2 })
    await incidents.change(id, { change_id: change.id, category: 'network' })
    const { id: created } = await incidents.create({ change_id: change.id })
    expect(await changes.get(change.id)).toMatchObject({ incident_ids: [id, created], version: 3 })
    await incidents.change(id, { change_id: null })
    expect(await changes.get(change.id)).toMatchObject({ incident_ids: [created], version: 4 })
    expect((await changes.history(change.id)).filter(({ field }) => field === 'incident_ids')).toMatchObject([
      { from: [], to: [id] },
      { from: [], to: [created] },
      { from: [id], to: [] },
    ])
  })

  test('are in its history in the order of their times, also when the node of the other side has another clock', async () => {
    const [id] = (await makeIncidents(1)) as [string]
    const change = await changes.create()
    await app.query(`update changes set updated_at = now() + interval '1 hour' where id = '${change.id}'`)
    await incidents.change(id, { change_id: change.id })
    const { updated_at } = await changes.get(change.id)
    expect((await changes.history(change.id)).at(-1)).toMatchObject({ field: 'incident_ids', at: updated_at })
  })

  test('notify the watchers of the change, whichever side links them', async () => {
    const [id] = (await makeIncidents(1)) as [string]
    const change = await changes.create()
    const { id: watcher, token } = await makeUser(app, 'itsm_agent')
    expectOk(await app.call('PUT', `/changes/${change.id}/watch`, { as: token }), 200)
    await incidents.change(id, { change_id: change.id })
    await changes.change(change.id, { incident_ids: [] })
    await incidents.change(id, { change_id: change.id })
    await incidents.remove(id)
    const told = () =>
      app.query<{ title: string; url: string }>(
        `select title, url from notifications where subject_id = '${change.id}' and recipient_id = '${watcher}'`,
      )
    await eventually(async () => (await told()).length === 4)
    for (const { title, url } of await told())
      expect({ title, url }).toEqual({
        title: `Changed: ${change.id}: ${change.short_description}`,
        url: change.url,
      })
  })

  test('that were linked after a change was read are not unlinked by an edit of what was read', async () => {
    const [read, linked] = (await makeIncidents(2)) as [string, string]
    const { id } = await changes.create({ incident_ids: [read] })
    await incidents.change(linked, { change_id: id })
    const answer = await changes.patch(id, { incident_ids: [] }, { headers: { 'if-match': '"1"' } })
    expectProblem(answer, 412, 'precondition_failed')
    expect((await changes.get(id)).incident_ids).toEqual([read, linked])
  })

  test('belong to one change at a time', async () => {
    const [id] = (await makeIncidents(1)) as [string]
    const [first, second] = [
      await changes.create({ incident_ids: [id] }),
      await changes.create({ incident_ids: [id] }),
    ]
    expect(await changes.get(first.id)).toMatchObject({ incident_ids: [], version: 2 })
    expect(await changes.get(second.id)).toMatchObject({ incident_ids: [id], version: 1 })
    expect(await changeOf(id)).toBe(second.id)
    expect((await changes.history(first.id)).at(-1)).toMatchObject({
      field: 'incident_ids',
      from: [id],
      to: [],
    })
  })

  test('sent back as they were read change nothing', async () => {
    const ids = await makeIncidents(2)
    const change = await changes.create({ incident_ids: ids })
    const before = await changes.everything()
    expect(await changes.change(change.id, { incident_ids: ids.toReversed() })).toEqual(change)
    expect(await changes.everything()).toEqual(before)
  })

  test('can be more than a request may add, and are accepted as they were read', async () => {
    const ids = await makeIncidents(101)
    const [added, ...rest] = ids as [string, ...string[]]
    const before = await changes.everything()
    const answer = await changes.ask({ short_description: 'x', incident_ids: ids })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([
      { field: 'incident_ids', code: 'maxItems' },
    ])
    expect(await changes.everything()).toEqual(before)
    const change = await changes.create({ incident_ids: rest })
    await incidents.change(added, { change_id: change.id })
    const { incident_ids } = await changes.get(change.id)
    expect(incident_ids).toEqual(ids.toSorted())
    const edited = await changes.change(change.id, { category: 'network', incident_ids })
    expect(edited).toMatchObject({ category: 'network', incident_ids })
  })

  test('that do not exist or are deleted cause a refusal without effect', async () => {
    const [known, deleted] = (await makeIncidents(2)) as [string, string]
    await incidents.remove(deleted)
    const change = await changes.create()
    const before = await changes.everything()
    for (const unknown of [deleted, 'INC9999999'])
      for (const answer of [
        await changes.ask({ short_description: 'x', incident_ids: [known, unknown] }),
        await changes.patch(change.id, { category: 'x', incident_ids: [known, unknown] }),
      ]) {
        const problem = expectProblem(answer, 400, 'validation_error')
        expect(problem.errors).toMatchObject([{ field: 'incident_ids', code: 'unknown' }])
        expect(problem.message).toContain(unknown)
      }
    expect(await changes.everything()).toEqual(before)
    expect(await changeOf(known)).toBeNull()
  })

  test('that are deleted disappear from it', async () => {
    const [kept, gone] = (await makeIncidents(2)) as [string, string]
    const change = await changes.create({ incident_ids: [kept, gone] })
    await incidents.remove(gone)
    expect(await changes.get(change.id)).toMatchObject({ incident_ids: [kept], version: 2 })
    expect((await changes.history(change.id)).at(-1)).toMatchObject({
      field: 'incident_ids',
      from: [gone],
      to: [],
    })
    expect((await changes.change(change.id, { incident_ids: [kept] })).version).toBe(2)
  })

  test('keep the number of a deleted change, and their history says so', async () => {
    const [open, closed] = [await incidents.create(), await incidents.inState('closed')]
    const { id } = await changes.create({ incident_ids: [open.id] })
    await incidents.change(closed.id, { change_id: id })
    const before = await incidents.get(open.id)
    const events = await incidents.eventsOf(open.id)
    await changes.remove(id)
    expect(await incidents.get(open.id)).toEqual(before)
    expect(await incidents.eventsOf(open.id)).toEqual(events)
    for (const incident of [open, closed])
      expect((await incidents.history(incident.id)).at(-1)).toMatchObject({
        action: 'reference_deleted',
        actor: before.opened_by,
        field: 'change_id',
        from: id,
        to: id,
      })
    expect(await incidents.change(open.id, { change_id: null })).toMatchObject({ change_id: null })
  })

  test('are not created for one that is being deleted', async () => {
    const { id } = await changes.create()
    const lock = `select pg_advisory_xact_lock(hashtext('links of changes'))`
    const remove = `update changes set deleted_at = now() where id = '${id}'`
    const incident = { short_description: 'Mail is down', change_id: id }
    const answer = await commitDuring(app, [lock, remove], () => incidents.ask(incident))
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([
      { field: 'change_id', code: 'unknown' },
    ])
  })

  test('of a refused transition are unchanged', async () => {
    const [id] = (await makeIncidents(1)) as [string]
    const change = await changes.create()
    const before = await changes.everything()
    const answer = await changes.patch(change.id, { state: 'closed', incident_ids: [id] })
    expectProblem(answer, 409, 'invalid_state_transition')
    expect(await changes.everything()).toEqual(before)
  })

  test('claimed by several changes at once end up with one of them, without errors', async () => {
    const ids = await makeIncidents(5)
    const made = await Promise.all(Array.from({ length: 6 }, () => changes.create()))
    const answers = await Promise.all(
      made.map(({ id }, i) => changes.patch(id, { incident_ids: i % 2 === 0 ? ids : ids.toReversed() })),
    )
    for (const answer of answers) expectOk(answer, 200)
    const linked = await Promise.all(made.map(({ id }) => changes.get(id)))
    expect(linked.flatMap(({ incident_ids }) => incident_ids).toSorted()).toEqual(ids)
    for (const id of ids) expect(made.map((change) => change.id)).toContain(await changeOf(id))
  })

  test('and their changes can be edited at once from both sides, without errors', async () => {
    const ids = await makeIncidents(4)
    const made = [await changes.create({ incident_ids: ids }), await changes.create()]
    const answers = await Promise.all(
      ids.flatMap((id, i) => [
        incidents.patch(id, { change_id: made[i % 2]!.id }),
        changes.patch(made[i % 2]!.id, { incident_ids: ids }),
        changes.patch(made[1 - (i % 2)]!.id, { incident_ids: ids.toReversed() }),
      ]),
    )
    for (const answer of answers) expectOk(answer, 200)
    const linked = await Promise.all(made.map(({ id }) => changes.get(id)))
    expect(linked.flatMap(({ incident_ids }) => incident_ids).toSorted()).toEqual(ids)
  })
})

describe('configuration items of a change', () => {
  const makeCi = async () =>
    expectOk<{ id: string }>(
      await app.call('POST', '/cmdb/cis', { body: { name: `router ${crypto.randomUUID()}` } }),
      201,
    ).id

  test('keep their order', async () => {
    const [one, other] = [await makeCi(), await makeCi()]
    const change = await changes.create({ ci_ids: [other, one] })
    expect(change.ci_ids).toEqual([other, one])
    expect((await changes.change(change.id, { ci_ids: [one] })).ci_ids).toEqual([one])
    expect(await changes.change(change.id, { ci_ids: [] })).toMatchObject({ ci_ids: [], version: 3 })
  })

  test('must exist', async () => {
    const [known, deleted] = [await makeCi(), await makeCi()]
    expectOk(await app.call('DELETE', `/cmdb/cis/${deleted}`), 200)
    const change = await changes.create()
    const before = await changes.everything()
    for (const unknown of [deleted, 'CI9999999'])
      for (const answer of [
        await changes.ask({ short_description: 'x', ci_ids: [known, unknown] }),
        await changes.patch(change.id, { ci_ids: [known, unknown] }),
      ]) {
        const problem = expectProblem(answer, 400, 'validation_error')
        expect(problem.errors).toMatchObject([{ field: 'ci_ids', code: 'unknown' }])
        expect(problem.message).toBe(`ci_ids: ${unknown} does not exist`)
      }
    const both = await changes.ask({ short_description: 'x', ci_ids: [deleted, 'CI9999999'] })
    const { message } = expectProblem(both, 400, 'validation_error')
    expect(message).toBe(`ci_ids: ${deleted}, CI9999999 do not exist`)
    expect(await changes.everything()).toEqual(before)
  })

  test('that are deleted later may stay linked', async () => {
    const [kept, gone] = [await makeCi(), await makeCi()]
    const change = await changes.create({ ci_ids: [kept, gone] })
    expectOk(await app.call('DELETE', `/cmdb/cis/${gone}`), 200)
    expect(await changes.change(change.id, { ci_ids: [kept, gone], category: 'network' })).toMatchObject({
      ci_ids: [kept, gone],
      category: 'network',
    })
  })
})
