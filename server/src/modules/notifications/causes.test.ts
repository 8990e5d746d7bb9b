import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveBulk } from '../../../test/bulk.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

interface Row {
  recipient_id: string
  kind: string
  title: string
  message: string
}

let app: TestApp
let incidents: Incidents
const people: Record<string, string> = {}
let watcher: { id: string; token: string }

const addPerson = async (name: string, body: object) => {
  const user = await app.call('POST', '/users', {
    body: { email: `${name}@example.com`, name, roles: ['itsm_agent'], ...body },
  })
  people[name] = expectOk<{ id: string }>(user, 201).id
}

beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  await addPerson('ada', { groups: ['network'] })
  await addPerson('ben', { groups: ['network'] })
  await addPerson('cy', { roles: ['change_approver'] })
  await addPerson('vi', { roles: ['viewer'] })
  const token = await app.tokenFor('itsm_agent')
  watcher = { token, id: (await app.call('GET', '/profile', { as: token })).json<{ id: string }>().id }
})

beforeEach(() => app.query('delete from notifications'))

/** Once every event and job has been handled. */
async function notifications(subject_id: string): Promise<Row[]> {
  await eventually(async () => {
    const open = await app.query(
      `select from outbox union all select from jobs where type in ('notify-of-change', 'notify-stakeholders')`,
    )
    return open.length === 0
  })
  return app.query<Row>(
    `select recipient_id, kind, title, message from notifications where subject_id = '${subject_id}' order by title, recipient_id`,
  )
}

const kindsOf = (rows: Row[]) => rows.map(({ recipient_id, kind }) => [nameOf(recipient_id), kind]).toSorted()
const approversAmong = (rows: Row[]) =>
  rows.filter(({ kind }) => kind === 'approval').map(({ recipient_id }) => recipient_id)
const nameOf = (id: string) => Object.keys(people).find((name) => people[name] === id) ?? 'watcher'

test('an incident that is assigned to a person notifies that person, and later its new group', async () => {
  const { id } = await incidents.create({
    short_description: 'Mail is down',
    assigned_to: 'ada@example.com',
    assignment_group: 'network',
  })
  const [first, ...more] = await notifications(id)
  expect(first).toMatchObject({
    recipient_id: people.ada,
    kind: 'assigned',
    title: `Assigned to you: P3 ${id}: Mail is down`,
  })
  expect(more).toEqual([])
  await incidents.change(id, { assigned_to: null, assignment_group: 'desk' })
  await incidents.change(id, { assignment_group: 'network' })
  expect(kindsOf(await notifications(id))).toEqual([
    ['ada', 'assigned'],
    ['ada', 'assigned'],
    ['ben', 'assigned'],
  ])
})

test('the group is notified of a new record whose assignee has left', async () => {
  await addPerson('leaver', { active: false })
  const body = {
    short_description: 'Mail is down',
    assigned_to: 'leaver@example.com',
    assignment_group: 'network',
  }
  const { id } = await incidents.create(body)
  const rows = await notifications(id)
  expect(kindsOf(rows)).toEqual([
    ['ada', 'assigned'],
    ['ben', 'assigned'],
  ])
  expect(rows[0]).toMatchObject({
    title: `Assigned to network: P3 ${id}: Mail is down`,
    message: `${id}: Mail is down is new, and assigned to your group network; leaver@example.com has no active account.`,
  })
  const request = expectOk<{ id: string }>(await app.call('POST', '/requests', { body }), 201)
  expect(kindsOf(await notifications(request.id))).toContainEqual(['ben', 'assigned'])
})

test('the group is notified of an edit that assigns its record to someone who has left', async () => {
  await addPerson('former', { active: false })
  const { id } = await incidents.create({ short_description: 'Mail is down', assignment_group: 'network' })
  await incidents.change(id, { assigned_to: 'former@example.com' })
  const rows = await notifications(id)
  expect(kindsOf(rows)).toEqual([
    ['ada', 'assigned'],
    ['ben', 'assigned'],
  ])
  const { name } = (await app.call('GET', '/profile')).json<{ name: string }>()
  expect(rows[0]).toMatchObject({
    title: `Assigned to network: P3 ${id}: Mail is down`,
    message: `${name} assigned ${id}: Mail is down of your group network to former@example.com, who has no active account.`,
  })
  await app.query('delete from notifications')
  const bulk = driveBulk(app)
  await bulk.run({ operation: 'update', ids: [id], fields: { assigned_to: 'nobody@example.com' } })
  expect(kindsOf(await notifications(id))).toEqual([
    ['ada', 'assigned'],
    ['ben', 'assigned'],
  ])
  await app.query('delete from notifications')
  await incidents.change(id, { assigned_to: 'former@example.com', assignment_group: null })
  expect(await notifications(id)).toEqual([])
  const both = { assigned_to: 'nobody@example.com', assignment_group: 'network' }
  await incidents.change(id, both)
  expect(kindsOf(await notifications(id))).toEqual([
    ['ada', 'assigned'],
    ['ben', 'assigned'],
  ])
})

test('whoever has an incident is notified when someone else reopens it', async () => {
  const titles = async (body: object, reopening: object = {}) => {
    const { id } = await incidents.create({ short_description: 'Mail is down', ...body })
    for (const state of ['in_progress', 'resolved']) await incidents.change(id, { state })
    await notifications(id)
    await app.query('delete from notifications')
    await incidents.change(id, { state: 'reopened', ...reopening })
    return (await notifications(id)).map(({ recipient_id, kind, title, message }) => [
      nameOf(recipient_id),
      kind,
      title.replace(id, 'it'),
      message.replace(id, 'it').replace(/^.* reopened/, '... reopened'),
    ])
  }
  const reopened = (name: string, whose: string) => [
    name,
    'reopened',
    'Reopened: P3 it: Mail is down',
    `... reopened it: Mail is down, which is assigned to ${whose}.`,
  ]
  expect(await titles({ assigned_to: 'ada@example.com', assignment_group: 'network' })).toEqual([
    reopened('ada', 'you'),
  ])
  const ofGroup = [reopened('ada', 'your group network'), reopened('ben', 'your group network')]
  expect((await titles({ assignment_group: 'network' })).toSorted()).toEqual(ofGroup)
  const left = { assigned_to: 'nobody@example.com', assignment_group: 'network' }
  expect((await titles(left)).toSorted()).toEqual(ofGroup)
  expect(await titles({})).toEqual([])
  // Once, although it is assigned in the same moment.
  const moved = await titles({ assigned_to: 'ben@example.com' }, { assigned_to: 'ada@example.com' })
  expect(moved.map(([name, kind]) => [name, kind])).toEqual([['ada', 'assigned']])
})

test('nobody is notified of the assignment of an incident that is over; its watchers are of the change', async () => {
  const { id } = await incidents.create({ short_description: 'Mail was down' })
  expectOk(await app.call('PUT', `/incidents/${id}/watch`, { as: watcher.token }), 200)
  await incidents.change(id, { state: 'cancelled' })
  await incidents.change(id, { assignment_group: 'network', assigned_to: 'ada@example.com' })
  expect(kindsOf(await notifications(id))).toEqual([
    ['watcher', 'watched'],
    ['watcher', 'watched'],
  ])
})

test('a watcher is notified of every change by others, once, and no longer after unwatching', async () => {
  const { id } = await incidents.create({ short_description: 'Printer jams' })
  const watch = (method: 'PUT' | 'DELETE') =>
    app.call(method, `/incidents/${id}/watch`, { as: watcher.token })
  for (let i = 0; i < 2; i++)
    expect(expectOk<object>(await watch('PUT'), 200)).toMatchObject({
      watching: true,
      watchers: [{ id: watcher.id }],
    })
  await incidents.change(id, { state: 'in_progress', priority: 'P1' })
  await incidents.change(id, { category: 'hardware' }, { as: watcher.token })
  const rows = await notifications(id)
  expect(rows).toMatchObject([
    { recipient_id: watcher.id, kind: 'watched', title: `Changed: ${id}: Printer jams` },
  ])
  expect(rows[0]!.message).toContain('state new to in progress')
  expect(expectOk<{ watching: boolean }>(await watch('DELETE'), 200).watching).toBe(false)
  await incidents.change(id, { priority: 'P2' })
  expect(await notifications(id)).toHaveLength(1)
})

test('a service account that watches has its present name and address, and gets nothing once it is inactive', async () => {
  const as = await app.tokenFor('itsm_agent')
  const { id } = expectOk<{ id: string }>(await app.call('GET', '/profile', { as }), 200)
  const incident = await incidents.create({})
  const path = `/incidents/${incident.id}`
  expectOk(await app.call('PUT', `${path}/watch`, { as }), 200)
  const update = async (body: object) => expectOk(await app.call('PATCH', `/clients/${id}`, { body }), 200)
  const watchers = async () =>
    expectOk<{ watchers: object[] }>(await app.call('GET', `${path}/watchers`), 200).watchers
  await update({ name: 'Build robot', email: 'robot@example.com' })
  expect(await watchers()).toEqual([{ id, name: 'Build robot', email: 'robot@example.com' }])
  await update({ active: false })
  expect(await watchers()).toEqual([])
  await incidents.change(incident.id, { priority: 'P1' })
  expect(await notifications(incident.id)).toEqual([])
})

test('a watched record is in the list of what one watches; an unknown record cannot be watched', async () => {
  const { id } = await incidents.create({})
  expectOk(await app.call('PUT', `/incidents/${id}/watch`, { as: watcher.token }), 200)
  const { data } = expectOk<{ data: object[] }>(await app.call('GET', '/watches', { as: watcher.token }), 200)
  expect(data[0]).toMatchObject({ subject_type: 'incident', id })
  expectProblem(await app.call('PUT', '/incidents/INC9999999/watch'), 404, 'not_found')
  expectProblem(await app.call('PUT', '/changes/CHG9999999/watch'), 404, 'not_found')
})

test.for([
  ['team', ['agent', 'viewer']],
  ['internal', ['agent']],
  ['private', []],
] as const)('a note that is %s notifies the watchers who see it: %j', async ([visibility, told]) => {
  const watchers = { agent: await makeUser(app, 'itsm_agent'), viewer: await makeUser(app, 'viewer') }
  const { id } = await incidents.create({})
  const change = expectOk<{ id: string }>(
    await app.call('POST', '/changes', { body: { short_description: 'New router', state: 'draft' } }),
    201,
  )
  for (const path of [`/incidents/${id}`, `/changes/${change.id}`]) {
    for (const { token: as } of Object.values(watchers))
      expectOk(await app.call('PUT', `${path}/watch`, { as }), 200)
    expectOk(await app.call('POST', `${path}/notes`, { body: { body: 'Look', visibility } }), 201)
  }
  for (const noted of [id, change.id]) {
    const rows = await notifications(noted)
    expect(rows.map(({ recipient_id }) => recipient_id).toSorted()).toEqual(
      told.map((name) => watchers[name].id).toSorted(),
    )
    for (const { message } of rows) expect(message).toMatch(/\bLook$/)
  }
})

test('a note that comes with a change is in its notifications; a private one is copied nowhere', async () => {
  const { id } = await incidents.create({ short_description: 'Mail is down' })
  const { name } = (await app.call('GET', '/profile')).json<{ name: string }>()
  expectOk(await app.call('PUT', `/incidents/${id}/watch`, { as: watcher.token }), 200)
  await incidents.change(id, { assigned_to: 'ada@example.com', work_note: 'Look at the relay' })
  await incidents.note(id, { body: 'A secret thought', visibility: 'private' })
  expect((await notifications(id)).map(({ message }) => message)).toEqual([
    `${name} assigned ${id}: Mail is down to you.\n\nLook at the relay`,
    `${name} changed ${id}: assignee ada@example.com, new note.\n\nLook at the relay`,
  ])
  for (const table of ['jobs', 'notifications'])
    expect(await app.query(`select from ${table} where ${table}::text like '%secret thought%'`)).toEqual([])
})

test('whoever may no longer read a record gets no notifications of it, and can stop watching it', async () => {
  const editor = await app.tokenFor('knowledge_editor')
  const viewer = await makeUser(app, 'viewer')
  const body = { title: 'Reset a password', body: 'Press reset' }
  const article = expectOk<{ id: string }>(
    await app.call('POST', '/knowledge/articles', { body, as: editor }),
    201,
  )
  const path = `/knowledge/articles/${article.id}`
  const edit = async (body: object) => expectOk(await app.call('PATCH', path, { body, as: editor }), 200)
  for (const state of ['review', 'published']) await edit({ state })
  const incident = await incidents.create({})
  for (const watched of [path, `/incidents/${incident.id}`])
    expectOk(await app.call('PUT', `${watched}/watch`, { as: viewer.token }), 200)
  const watches = async () =>
    expectOk<{ data: { id: string }[]; total: number }>(
      await app.call('GET', '/watches', { as: viewer.token }),
      200,
    )
  expect(await watches()).toMatchObject({ total: 2 })

  await edit({ category: 'accounts' })
  expect(await notifications(article.id)).toHaveLength(1)
  await edit({ state: 'draft' })
  await edit({ title: 'Reset a forgotten password' })
  await incidents.remove(incident.id)
  expect(await notifications(article.id)).toHaveLength(1)
  expect(await watches()).toMatchObject({ data: [], total: 0 })
  for (const watched of [path, `/incidents/${incident.id}`]) {
    const stop = () => app.call('DELETE', `${watched}/watch`, { as: viewer.token })
    expect(expectOk(await stop(), 200)).toEqual({ watching: false, watchers: [] })
    expectProblem(await stop(), 404, 'not_found')
  }
  await edit({ state: 'published' })
  expect(await watches()).toMatchObject({ total: 0 })
})

test('a mention in a note notifies whoever may read the note, and the same person only once', async () => {
  const { id } = await incidents.create({ assigned_to: 'ada@example.com' })
  await notifications(id)
  await app.query('delete from notifications')
  const note = (body: object) => app.call('POST', `/incidents/${id}/notes`, { body })
  const everybody = 'Please look, @ada, @BEN@example.com, @vi and @nobody. Mail ada@example.com.'
  expectOk(await note({ body: everybody, visibility: 'internal' }), 201)
  expect(kindsOf(await notifications(id))).toEqual([
    ['ada', 'mentioned'],
    ['ben', 'mentioned'],
  ])
  expectOk(await note({ body: '@ada', visibility: 'private' }), 201)
  await incidents.change(id, { work_note: 'Ask @vi', assigned_to: 'vi@example.com' })
  expect(kindsOf(await notifications(id))).toEqual([
    ['ada', 'mentioned'],
    ['ben', 'mentioned'],
    ['vi', 'mentioned'],
  ])
})

test('a mention of an address with an apostrophe notifies its owner, and not whoever is named like its start', async () => {
  for (const name of ['o', "o'brien"]) await addPerson(name, {})
  const { id } = await incidents.create({})
  for (const body of ["@o'brien@example.com", "Ask @o'brien."])
    expectOk(await app.call('POST', `/incidents/${id}/notes`, { body: { body } }), 201)
  expect(kindsOf(await notifications(id))).toEqual([
    ["o'brien", 'mentioned'],
    ["o'brien", 'mentioned'],
  ])
})

test('a mention in a long note with an emoji where the notification is cut notifies all the same', async () => {
  const { id } = await incidents.create({})
  const body = `${'@ada '.padEnd(499, 'x')}🚒${'x'.repeat(10)}`
  expectOk(await app.call('POST', `/incidents/${id}/notes`, { body: { body } }), 201)
  const [row] = await notifications(id)
  expect(row).toMatchObject({ recipient_id: people.ada, kind: 'mentioned' })
  expect(row!.message).toBe(`${body.slice(0, 499)}\ufffd…`)
})

test.each([
  ['requests', 'fulfil', 'fulfilled', 'Fulfilled'],
  ['requests', 'cancel', 'cancelled', 'Cancelled'],
  ['changes', 'cancel', 'cancelled', 'Cancelled'],
] as const)('whoever asked for one of the %s hears of its end: %s', async (path, step, done, title) => {
  const [opener, agent] = [await makeUser(app, 'itsm_agent'), await makeUser(app, 'itsm_agent')]
  const requester = path === 'changes' ? 'requested_by' : 'requested_for'
  const body = { short_description: 'New router', [requester]: 'vi@example.com' }
  const { id } = expectOk<{ id: string }>(await app.call('POST', `/${path}`, { body, as: opener.token }), 201)
  if (step === 'fulfil') {
    expectOk(await app.call('POST', `/requests/${id}/approve`, { body: {} }), 200)
    await app.query(`delete from notifications where kind = 'decision'`)
    expectOk(await app.call('POST', `/requests/${id}/fulfil`, { as: agent.token }), 200)
    expectOk(await app.call('PATCH', `/requests/${id}`, { body: { state: 'closed' }, as: agent.token }), 200)
  } else expectOk(await app.call('PATCH', `/${path}/${id}`, { body: { state: done }, as: agent.token }), 200)
  const rows = (await notifications(id)).filter(({ kind }) => kind === 'requested')
  expect(rows.map(({ recipient_id }) => recipient_id).toSorted()).toEqual([opener.id, people.vi].toSorted())
  expect(rows[0]!.title).toBe(`${title}: ${id}: New router`)
  expect(rows[0]!.message).toMatch(new RegExp(` ${done} ${id}: New router\\.$`))
})

test('a public note on a request reaches the person it is for, once; a note of the team does not', async () => {
  const agent = await makeUser(app, 'itsm_agent')
  const body = { short_description: 'A laptop', requested_for: 'vi@example.com' }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/requests', { body, as: agent.token }), 201)
  const write = async (note: object) =>
    expectOk(await app.call('POST', `/requests/${id}/notes`, { body: note, as: agent.token }), 201)
  const ofVi = async () => (await notifications(id)).filter(({ recipient_id }) => recipient_id === people.vi)
  await write({ body: 'Which one do we have?' })
  await write({ body: 'Are they serious?', visibility: 'internal' })
  expect(await ofVi()).toEqual([])
  await write({ body: 'Which colour do you want?', visibility: 'public' })
  expect(await ofVi()).toMatchObject([
    {
      kind: 'requested',
      title: `New note: ${id}: A laptop`,
      message: expect.stringMatching(/: Which colour do you want\?$/),
    },
  ])
  await write({ body: '@vi Large or small?', visibility: 'public' })
  expect((await ofVi()).map(({ kind }) => kind).toSorted()).toEqual(['mentioned', 'requested'])
  expect((await notifications(id)).map(({ recipient_id }) => recipient_id)).not.toContain(agent.id)
})

test('a submitted change notifies the approvers, and is in their queue until it is decided', async () => {
  const change = expectOk<{ id: string }>(
    await app.call('POST', '/changes', {
      body: {
        short_description: 'New router',
        type: 'normal',
        risk: 'high',
        requested_by: 'ada@example.com',
        planned_start: '2030-01-02T03:04:05Z',
      },
    }),
    201,
  )
  const rows = await notifications(change.id)
  expect(approversAmong(rows)).toContain(people.cy)
  expect(rows[0]!.title).toBe(`Awaiting approval: ${change.id}: New router`)
  expect(rows[0]!.message).toBe(
    `${change.id}: New router awaits approval. Approve it, or reject it with a reason.\n\n` +
      'requested by: ada@example.com · risk: high · planned start: 2030-01-02 03:04 UTC',
  )
  const urgent = expectOk<{ id: string }>(
    await app.call('POST', '/changes', { body: { short_description: 'Core is down', type: 'emergency' } }),
    201,
  )
  const [first] = await notifications(urgent.id)
  expect(first!.title).toBe(`Emergency change awaiting approval: ${urgent.id}: Core is down`)
  const approver = await app.tokenFor('change_approver')
  const queue = async (as?: string) =>
    expectOk<{ data: { id: string }[] }>(await app.call('GET', '/approvals', as ? { as } : {}), 200).data.map(
      ({ id }) => id,
    )
  expect(await queue(approver)).toContain(change.id)
  expect(await queue()).not.toContain(change.id)
  expectOk(await app.call('POST', `/changes/${change.id}/approve`, { as: approver }), 200)
  expect(await queue(approver)).not.toContain(change.id)
  expectProblem(await app.call('GET', '/approvals', { as: watcher.token }), 403, 'insufficient_role')
})

test('approvers are told whose edit ended an approval, and of which fields', async () => {
  const author = await makeUser(app, 'itsm_agent')
  const body = { short_description: 'New switch', risk: 'low' }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/changes', { body, as: author.token }), 201)
  expectOk(await app.call('POST', `/changes/${id}/approve`), 200)
  await notifications(id)
  await app.query('delete from notifications')
  const edit = { body: { risk: 'high', planned_end: '2027-01-09T22:00:00Z' }, as: author.token }
  expectOk(await app.call('PATCH', `/changes/${id}`, edit), 200)
  const { name } = expectOk<{ name: string }>(await app.call('GET', '/profile', { as: author.token }), 200)
  const row = (await notifications(id)).find(({ recipient_id }) => recipient_id === people.cy)
  expect(row).toMatchObject({
    title: `Awaiting approval again: ${id}: New switch`,
    message:
      `${id}: New switch awaits approval again: ${name} edited its risk, planned end after it was approved. Approve it, or reject it with a reason.` +
      `\n\nrequested by: ${author.email} · risk: high · planned end: 2027-01-09 22:00 UTC`,
  })
})

test('whoever may not decide is not told of an approval: its author, an editor, or no one may', async () => {
  const [author, editor, other] = [
    await makeUser(app, 'change_approver', 'itsm_manager'),
    await makeUser(app, 'change_approver', 'itsm_manager'),
    await makeUser(app, 'change_approver'),
  ]
  const requested_by = 'ada@example.com'
  const body = { short_description: 'New router', state: 'draft', requested_by }
  const { id } = expectOk<{ id: string }>(await app.call('POST', '/changes', { body, as: author.token }), 201)
  const edit = { body: { description: 'Another model' }, as: editor.token }
  expectOk(await app.call('PATCH', `/changes/${id}`, edit), 200)
  expectOk(await app.call('POST', `/changes/${id}/submit`, {}), 200)
  const told = approversAmong(await notifications(id))
  expect(told).toContain(other.id)
  expect(told).not.toContain(author.id)
  expect(told).not.toContain(editor.id)

  const item = { name: 'Mouse', approval_required: false }
  expectOk(await app.call('POST', '/catalog/items', { body: item }), 201)
  const request = expectOk<{ id: string }>(
    await app.call('POST', '/requests', { body: { short_description: 'A mouse', item: 'Mouse' } }),
    201,
  )
  expect(approversAmong(await notifications(request.id))).toEqual([])
})

test.for([
  ['changes', 'approve', 'Approved'],
  ['changes', 'reject', 'Rejected'],
  ['requests', 'approve', 'Approved'],
  ['requests', 'reject', 'Rejected'],
] as const)('the owners of %s learn what an approver decides: %s', async ([path, action, title]) => {
  const opener = await makeUser(app, 'itsm_agent')
  const requester = path === 'changes' ? 'requested_by' : 'requested_for'
  const body = { short_description: 'New router', [requester]: 'ada@example.com' }
  const { id } = expectOk<{ id: string }>(await app.call('POST', `/${path}`, { body, as: opener.token }), 201)
  expectOk(await app.call('PUT', `/${path}/${id}/watch`, { as: opener.token }), 200)
  const approver = await makeUser(app, 'change_approver', 'itsm_manager')
  const comment = 'As agreed on Monday'
  expectOk(await app.call('POST', `/${path}/${id}/${action}`, { body: { comment }, as: approver.token }), 200)
  const told = (await notifications(id)).filter(({ kind }) => kind !== 'approval')
  expect(told.map(({ recipient_id, kind }) => [recipient_id, kind]).toSorted()).toEqual(
    [
      [opener.id, 'decision'],
      [people.ada, 'decision'],
    ].toSorted(),
  )
  for (const row of told) {
    expect(row.title).toBe(`${title}: ${id}: New router`)
    expect(row.message).toContain(`${id}: New router: ${comment}`)
  }
})

test('the assignee of a change is notified once, whether it was assigned at its creation or by an edit', async () => {
  const draft = async (body: object) =>
    expectOk<{ id: string }>(
      await app.call('POST', '/changes', {
        body: { short_description: 'New router', state: 'draft', ...body },
      }),
      201,
    ).id
  const edit = async (id: string, body: object) =>
    expectOk(await app.call('PATCH', `/changes/${id}`, { body }), 200)
  const assigned = async (id: string) =>
    (await notifications(id)).filter(({ kind }) => kind === 'assigned').map(({ message }) => message)
  const isNew = expect.stringContaining('is new') as string
  const byEdit = expect.stringContaining('assigned CHG') as string
  const assigned_to = 'ada@example.com'

  const early = await draft({ assigned_to })
  await edit(early, { state: 'submitted' })
  expect(await assigned(early)).toEqual([isNew])
  const edited = await draft({})
  await edit(edited, { assigned_to })
  await edit(edited, { state: 'submitted' })
  expect(await assigned(edited)).toEqual([byEdit])
  const atOnce = await draft({})
  await edit(atOnce, { assigned_to, state: 'submitted' })
  expect(await assigned(atOnce)).toEqual([byEdit])
  // An edit ends its approval.
  const approver = await app.tokenFor('change_approver')
  expectOk(await app.call('POST', `/changes/${early}/approve`, { as: approver }), 200)
  await notifications(early)
  await app.query('delete from notifications')
  await edit(early, { description: 'Another model' })
  expect(await assigned(early)).toEqual([])
})

test('what a person has switched off is not sent', async () => {
  const preferences = (body: object) =>
    app.call('PATCH', '/notifications/preferences', { as: watcher.token, body })
  expect(expectOk<object>(await preferences({ watched: 'none' }), 200)).toMatchObject({
    watched: 'none',
    assigned: 'email',
    sends_email: false,
  })
  const { id } = await incidents.create({})
  expectOk(await app.call('PUT', `/incidents/${id}/watch`, { as: watcher.token }), 200)
  await incidents.change(id, { priority: 'P1' })
  expect(await notifications(id)).toEqual([])
  const wrong = expectProblem(await preferences({ watched: 'pigeon' }), 400, 'validation_error')
  expect(wrong.errors?.[0]?.field).toBe('watched')
  expectOk(await preferences({ watched: 'console' }), 200)
  await incidents.change(id, { priority: 'P2' })
  expect(kindsOf(await notifications(id))).toEqual([['watcher', 'watched']])
})

test('all notifications are marked as read with one request', async () => {
  const { id } = await incidents.create({})
  expectOk(await app.call('PUT', `/incidents/${id}/watch`, { as: watcher.token }), 200)
  await incidents.change(id, { priority: 'P1' })
  await incidents.change(id, { priority: 'P2' })
  await notifications(id)
  const read = () => app.call('POST', '/notifications/read', { as: watcher.token })
  expect(expectOk<object>(await read(), 200)).toEqual({ count: 2 })
  expect(expectOk<object>(await read(), 200)).toEqual({ count: 0 })
})

test('people and groups are found by the start of a word, without those who are inactive', async () => {
  await addPerson('inactive', { groups: ['night shift'], name: 'Ina Ctive' })
  expectOk(await app.call('PATCH', `/users/${people.inactive}`, { body: { active: false } }), 200)
  const find = async (path: string, q: string) =>
    expectOk<{ data: { name: string }[] }>(
      await app.call('GET', path, { as: watcher.token, query: { q } }),
      200,
    ).data.map(({ name }) => name)
  await addPerson('order', { groups: ['order a', 'Order B'], name: 'Order Z' })
  await addPerson('later', { groups: ['order c'], name: 'order y' })
  expect(await find('/people', 'order')).toEqual(['order y', 'Order Z'])
  expect(await find('/groups', 'order')).toEqual(['order a', 'Order B', 'order c'])
  expect(await find('/people', 'ad')).toContain('ada')
  expect(await find('/people', 'da')).not.toContain('ada')
  expect(await find('/people', 'Ina')).toEqual([])
  expect(await find('/people', '.*')).toEqual([])
  expect(await find('/groups', 'net')).toEqual(['network'])
  expect(await find('/groups', 'night')).toEqual([])
  const first = async (path: string) =>
    expectOk<{ data: object[]; total: number }>(await app.call('GET', path, { query: { limit: '1' } }), 200)
  await app.query(`update users set groups = groups || '{nights}' where id = '${people.ben}'`)
  for (const path of ['/people', '/groups']) {
    const { data, total } = await first(path)
    expect(data).toHaveLength(1)
    expect(total).toBeGreaterThan(1)
    expectProblem(await app.call('GET', path, { query: { limit: '101' } }), 400, 'validation_error')
  }
})

test('a viewer gets the names behind email addresses, and nothing else about people', async () => {
  const viewer = await app.tokenFor('viewer')
  for (const path of ['/people', '/groups'])
    expectProblem(await app.call('GET', path, { as: viewer }), 403, 'insufficient_role')
  await addPerson('gone', { name: 'zoe gone' })
  expectOk(await app.call('PATCH', `/users/${people.gone}`, { body: { active: false } }), 200)
  const names = async (email: string) =>
    expectOk<{ data: object[] }>(
      await app.call('GET', '/people/names', { as: viewer, query: { email } }),
      200,
    ).data
  expect(await names('ADA@example.com,gone@example.com,nobody@example.com,%')).toEqual([
    { email: 'ada@example.com', name: 'ada' },
    { email: 'gone@example.com', name: 'zoe gone' },
  ])
  // Who opened a record may be an application.
  const bot = { name: 'Deploy bot', roles: ['itsm_agent'] }
  const { email } = expectOk<{ email: string }>(await app.call('POST', '/clients', { body: bot }), 201)
  expect(await names(email)).toEqual([{ email, name: 'Deploy bot' }])
  expect(await names('ada')).toEqual([])
  const wrong = expectProblem(await app.call('GET', '/people/names', { as: viewer }), 400, 'validation_error')
  expect(wrong.errors?.[0]?.field).toBe('email')
})
