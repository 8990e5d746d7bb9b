import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveAnalyses, type Analyses } from '../../../../test/analyses.ts'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveCases, type ExemplarsAnswer } from '../../../../test/cases.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../../test/incidents.ts'
import { startModelServer, type ModelServer } from '../../../../test/models/server.ts'
import { canaryOf, harmIn, obey, promptInjections } from '../../../../test/prompt-injections.ts'

/** What somebody wrote stays what it is: that it speaks of an article which is not there does no harm. */
const injections = promptInjections.map((injection) => ({
  ...injection,
  text: injection.text.replaceAll('\0', '').replaceAll('KB9999999', 'KB'),
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
  for (const [i, { text }] of injections.entries()) {
    const body = { short_description: `Device qx${i}z of the laboratory does not start`, description: text }
    await resolved(body, text)
    const { id } = await incidents.create(body)
    await incidents.note(id, { body: text })
    targets.push(id)
  }
  await indexed()
})
afterAll(() => app.close())

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Of words that somebody wrote: that they name a host, or a place on the same page, leads nowhere. */
const harmOf = (value: unknown, canary: string) =>
  textsIn(value)
    .flatMap((text) => harmIn(text.replaceAll('](#', '] (#'), canary))
    .filter((what) => what !== 'a foreign host')

test.each(injections.map((injection, i) => [i, injection.kind, injection] as const))(
  'what stands in a record, and a model that obeys it, do no harm: %i, %s',
  async (i, _kind, { obeyed }) => {
    let canary = 'no canary was told'
    model.answer = (asked) => {
      canary = canaryOf(asked)
      const said = obeyed.map((each) => obey(each, canary)).join('\n\n')
      return { text: JSON.stringify({ probable_root_cause: said, summary: said, step_order: [99, -1, 0] }) }
    }
    const id = targets[i]!
    const before = await incidents.everything()
    const cause = await analyses.analyze('root_cause', 'incident', id)
    const summary = await analyses.analyze('summary', 'incident', id)
    const body = { description: `Device qx${i}z of the laboratory does not start`, top_k: 3 }
    const similar = expectOk<ExemplarsAnswer>(await app.call('POST', '/ai/exemplars', { body }), 200)
    expect(cause.findings.evidence).not.toEqual([])
    expect(similar.exemplars).not.toEqual([])
    const words = [
      ...(cause.model_used === model.name ? [cause.findings.probable_root_cause] : []),
      ...(summary.model_used === model.name ? [summary.findings.summary] : []),
    ]
    expect(words.flatMap((text) => harmIn(text, canary))).toEqual([])
    expect(harmOf([cause.findings, summary.findings, similar.exemplars], canary)).toEqual([])
    expect(await incidents.everything()).toEqual(before)
  },
)

test('nor does what is suggested', async () => {
  const rows = await app.query<{ text: string }>(
    `select ai_suggested_resolution as text from incidents where ai_suggested_resolution <> ''`,
  )
  expect(harmOf(rows, 'no canary was told')).toEqual([])
})
