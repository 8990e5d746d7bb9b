import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { documentOf, inlined } from '../../../test/openapi.ts'
import { driveBulk } from '../../../test/bulk.ts'
import { driveIncidents, expectOk, type ListPage } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

/** What one line in the declaration of incidents gives a field; see "Adding a field" in ARCHITECTURE.md. */
const app = await startApp()
const incidents = driveIncidents(app)

test('a new incident has the given location, or none', async () => {
  const { id } = await incidents.create({ location: 'Berlin' })
  expect(await incidents.get(id)).toMatchObject({ location: 'Berlin' })
  expect(await incidents.create()).toMatchObject({ location: null })
})

test.each(['', ' ', 'two\nlines', 'x'.repeat(101), 7])('a location of %j is refused', async (location) => {
  const response = await incidents.ask({ short_description: 'Mail is down', location })
  const { errors } = expectProblem(response, 400, 'validation_error')
  expect(errors?.[0]).toMatchObject({ field: 'location' })
})

test('a changed location is in the history and in the events', async () => {
  const { id } = await incidents.create({ location: 'Berlin' })
  expect(await incidents.change(id, { location: 'Paris' })).toMatchObject({ location: 'Paris' })
  expect(await incidents.change(id, { location: null })).toMatchObject({ location: null })

  const history = await app.call('GET', `/incidents/${id}/history`)
  const entries = expectOk<ListPage<{ field: string; from: unknown; to: unknown }>>(history, 200).data
  expect(entries.filter(({ field }) => field === 'location').map(({ from, to }) => [from, to])).toEqual([
    [null, 'Berlin'],
    ['Berlin', 'Paris'],
    ['Paris', null],
  ])
  expect((await incidents.eventsOf(id)).map(({ data }) => [data.location, data.changes])).toEqual([
    ['Berlin', undefined],
    ['Paris', { location: { from: 'Berlin', to: 'Paris' } }],
    [null, { location: { from: 'Paris', to: null } }],
  ])
})

test('a list can be filtered by one or more locations', async () => {
  const [oslo, rome] = [
    await incidents.create({ location: 'Oslo' }),
    await incidents.create({ location: 'Rome' }),
  ]
  const found = async (location: string) => {
    const { data, total } = await incidents.list({ location })
    expect(total).toBe(data.length)
    return data.map(({ id }) => id).toSorted()
  }
  expect(await found('Oslo')).toEqual([oslo.id])
  expect(await found('Oslo,Rome')).toEqual([oslo.id, rome.id])
  expect(await found('Atlantis')).toEqual([])
})

test('an import and a bulk job write it too', async () => {
  const body = 'short_description,location\nPrinter on fire,Lima\n'
  const headers = { 'content-type': 'text/csv' }
  expectOk(await app.call('POST', '/incidents/import', { body, headers }), 200)
  expect((await incidents.list({ location: 'Lima' })).total).toBe(1)

  const { id } = await incidents.create()
  await driveBulk(app).run({ operation: 'update', ids: [id], fields: { location: 'Quito' } })
  expect(await incidents.get(id)).toMatchObject({ location: 'Quito' })
})

test('an incident from before the field existed has no location', async () => {
  const { id } = await incidents.create()
  const migration = new URL('../../../migrations/0025_incident_location.sql', import.meta.url)
  const rewrite = (await readFile(migration, 'utf8')).split('\n').slice(-4).join('\n')
  await app.query(`alter table incidents disable trigger user;
    update incidents set body = replace(body, ',"location":null', '')`)
  await app.query(rewrite)
  expect(await incidents.get(id)).toMatchObject({ id, location: null })
  expect(await incidents.change(id, { location: 'Bonn' })).toMatchObject({ location: 'Bonn' })
})

test('the API description contains it in bodies, responses and filters', async () => {
  const document = await documentOf(app)
  const { parameters } = inlined(document, document.paths['/prod/api/v1/incidents']!.get!)
  expect((parameters as { name: string }[]).map(({ name }) => name)).toContain('location')
  for (const name of ['Incident', 'CreateIncident', 'UpdateIncident']) {
    const { properties } = inlined(document, document.components.schemas![name]) as { properties: object }
    expect(Object.keys(properties)).toContain('location')
  }
})
