import { beforeAll, beforeEach, expect, test } from 'vitest'
import { driveAnalyses, type Analyses } from '../../../../test/analyses.ts'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveCases, type ExemplarsAnswer } from '../../../../test/cases.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../../test/incidents.ts'
import { startModelServer, type ModelServer } from '../../../../test/models/server.ts'
import { canaryOf, harmIn, obey, promptInjections } from '../../../../test/prompt-injections.ts'

/** Text of users is quoted as it is: mentioning an article that does not exist is harmless. */
const injections = promptInjections.map((injection) => ({
  ...injection,
  text: injection.text.replaceAll('\0', '').replaceAll('KB9999999', 'KB'),
}))

/** Several in one record, to limit the number of records. */
const perRecord = 7
const records = Array.from({ length: Math.ceil(injections.length / perRecord) }, (_, place) => ({
  short_description: `Device qx${place}z of the laboratory does not start`,
  text: injections
    .slice(place * perRecord, (place + 1) * perRecord)
    .map(({ text }) => text)
    .join('\n\n'),
}))

let model: ModelServer
let app: TestApp
let incidents: Incidents
let analyses: Analyses
const targets: string[] = []
beforeAll(async () => {
  model = await startModelServer('openai-compatible', {})
  app = await startApp({ ...model.env, BASE_URL: 'https://desk.example' })
  incidents = driveIncidents(app)
  analyses = driveAnalyses(app)
  const { resolved, indexed } = driveCases(app)
  for (const { short_description, text } of records) {
    const body = { short_description, description: text }
    await resolved(body, text)
    const { id } = await incidents.create(body)
    await incidents.note(id, { body: text })
    targets.push(id)
  }
  await indexed()
})
beforeEach(() => {
  const nothing = 'It was INC9999999.' // it does not exist, so the built-in wording is used
  model.answer = { text: JSON.stringify({ probable_root_cause: nothing, summary: nothing, step_order: [] }) }
})

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** For quoted user text: naming a host, or an anchor on the same page, is harmless. */
const harmInQuoted = (value: unknown, canary: string) =>
  textsIn(value)
    .flatMap((text) => harmIn(text.replaceAll('](#', '] (#'), canary))
    .filter((what) => what !== 'a foreign host')

test('injected instructions in records do no harm in an analysis', async () => {
  const before = await incidents.everything()
  for (const [place, { short_description }] of records.entries()) {
    const cause = await analyses.analyze('root_cause', 'incident', targets[place]!)
    const summary = await analyses.analyze('summary', 'incident', targets[place]!)
    const body = { description: short_description, top_k: 3 }
    const similar = expectOk<ExemplarsAnswer>(await app.call('POST', '/ai/exemplars', { body }), 200)
    expect(cause.findings.evidence).not.toEqual([])
    expect(similar.exemplars).not.toEqual([])
    const told = [cause.findings, summary.findings, similar.exemplars]
    expect(harmInQuoted(told, 'no canary was told')).toEqual([])
  }
  expect(await incidents.everything()).toEqual(before)
})

test('a model that obeys them does no harm', async () => {
  const before = await incidents.everything()
  const harms: string[] = []
  let asked = 0
  for (const [i, { kind, obeyed }] of injections.entries()) {
    let canary = 'no canary was told'
    model.answer = (question) => {
      canary = canaryOf(question)
      asked++
      const said = obeyed.map((each) => obey(each, canary)).join('\n\n')
      return { text: JSON.stringify({ probable_root_cause: said, summary: said, step_order: [99, -1, 0] }) }
    }
    const id = targets[Math.floor(i / perRecord)]!
    const headers = { 'cache-control': 'no-cache' }
    const cause = await analyses.analyze('root_cause', 'incident', id, { headers })
    const summary = await analyses.analyze('summary', 'incident', id, { headers })
    const words = [
      ...(cause.model_used === model.name ? [cause.findings.probable_root_cause] : []),
      ...(summary.model_used === model.name ? [summary.findings.summary] : []),
    ]
    harms.push(...words.flatMap((text) => harmIn(text, canary)).map((harm) => `${i} ${kind}: ${harm}`))
    harms.push(
      ...harmInQuoted([cause.findings, summary.findings], canary).map((harm) => `${i} ${kind}: ${harm}`),
    )
  }
  expect(harms).toEqual([])
  expect(asked).toBeGreaterThanOrEqual(2 * injections.length)
  expect(await incidents.everything()).toEqual(before)
})

test('they do no harm in suggestions', async () => {
  const suggested = await eventually(async () => {
    await app.query(`update jobs set run_at = now() where type like '%-resolutions' and claimed_by is null`)
    const rows = await app.query<{ text: string }>(
      `select ai_suggested_resolution as text from incidents where ai_suggested_resolution <> ''`,
    )
    return rows.length > records.length / 2 && rows
  })
  expect(harmInQuoted(suggested, 'no canary was told')).toEqual([])
})
