import { sha256 } from '@mainstay/server/dist/kernel/crypto.js'
import { formOf, keyForm } from '@mainstay/server/dist/modules/ai/cache/question/form.js'
import { sharedEncoder } from '@mainstay/server/dist/modules/ai/embedding/encoder.js'
import { quantise } from '@mainstay/server/dist/modules/ai/math/vectors.js'
import { openAsking, timeOf, type Ask } from './asking.ts'
import { at, spreadOf, type Figure } from './report.ts'
import type { Service } from './service.ts'
import { until, withDatabase, type Pool as Database } from './with-database.ts'

const words = (list: string) => list.split(' ')
const verbs = words(
  'open lock rename copy print export install replace renew test sort merge mount publish archive pause resume attach sign order',
)
const objects = words(
  'report certificate backup invoice folder license template queue password profile driver badge calendar index policy script token image record list form plan chart label route',
)
const systems = words(
  'payroll warehouse intranet billing reception library laboratory canteen garage archive shop clinic school kitchen studio museum harbour airport stadium factory',
)

/**
 * Ten thousand questions: verbatim, as paraphrases that the rules recognise, and as paraphrases for which the second model is
 * needed.
 */
const questions = verbs.flatMap((verb) =>
  objects.flatMap((object) =>
    systems.map((system) => ({
      kept: `How do I ${verb} the ${object} of the ${system}?`,
      other: `What are the steps to ${verb} the ${system} ${object}?`,
      far: `What is the way to ${verb} a ${object} in the ${system} system?`,
    })),
  ),
)

/** Cache hits through HTTP, one at a time, with all entries and with a hundredth of them. */
export const measureCache = (samples: number): Promise<Figure[]> =>
  withDatabase(async (service, pool) => {
    const ask = await openAsking(service, Math.ceil((8 * samples) / 60) + 4)
    await publishArticle(service, pool, ask)
    const small = await keep(pool, questions.slice(0, questions.length / 100))
    const few = await measureHits(service, ask, small, samples)
    const all = await keep(pool, questions)
    const many = await measureHits(service, ask, all, samples)
    return figuresOf(few, many)
  })

/** An answer with citations, like most answers: cited records are checked with every hit. */
async function publishArticle(service: Service, pool: Database, ask: Ask): Promise<void> {
  const body = 'Open the payroll, choose Report, and press Open to open the report of the payroll.'
  await service.post('/knowledge/articles', {
    title: 'Open the report of the payroll',
    body,
    state: 'published',
  })
  // Answers from before the encoding are not shared with later questions.
  await until(pool, `exists (select from passages where kind = 'article' and model is not null)`)
  const { citations } = await ask('Where do I open the payroll report?')
  if (citations.length === 0) throw new Error('The article is not found')
}

/** One answer, cached under all questions. */
async function keep<Q extends { kept: string }>(pool: Database, all: Q[]): Promise<Q[]> {
  const { rows } = await pool.query<{ partition: string }>(
    `select partition from ai_cache where sources <> '[]' order by seq desc limit 1`,
  )
  const forms = all.map(({ kept }) => formOf(kept))
  const keys = forms.map((form) => sha256(`${rows[0]!.partition}\n${keyForm(form)}`))
  const vectors: Buffer[] = []
  for (const { kept } of all) vectors.push(quantise(await sharedEncoder().encode(kept, false)))
  await pool.query(
    `insert into ai_cache (key, endpoint, partition, form, question, vector, body, model_used, tokens_used, sources,
        expires_at)
      select new.key, endpoint, partition, new.form, new.question, new.vector, body, model_used, tokens_used, sources,
        expires_at
      from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) as new(key, form, question, vector),
        (select * from ai_cache where sources <> '[]' order by seq desc limit 1) as model
      on conflict do nothing`,
    [keys, forms, all.map(({ kept }) => kept), vectors],
  )
  return all
}

interface Hits {
  same: number[]
  other: number[]
  far: number[]
  /** The same paraphrases again, which the second model has compared before. */
  again: number[]
  /** The time of the cheapest request under the same conditions. */
  profile: number[]
}

async function measureHits(
  service: Service,
  ask: Ask,
  all: typeof questions,
  samples: number,
): Promise<Hits> {
  const hits: Hits = { same: [], other: [], far: [], again: [], profile: [] }
  const hit = async (question: string) => {
    if (!(await ask(question)).cache_hit) throw new Error(`No hit: ${question}`)
  }
  await hit(all[0]!.other) // reads what is kept
  await hit(all[0]!.far) // loads the second model
  for (let i = 0; i < samples; i++) {
    const { kept, other, far } = all[(i * 7919) % all.length]!
    hits.same.push(await timeOf(() => hit(kept)))
    hits.other.push(await timeOf(() => hit(other)))
    hits.far.push(await timeOf(() => hit(far)))
    hits.again.push(await timeOf(() => hit(far)))
    hits.profile.push(await timeOf(() => service.get('/profile')))
  }
  for (const times of Object.values(hits) as number[][]) times.sort((a, b) => a - b)
  return hits
}

const boundByProfile = { same: 'at most 5.00', other: 'at most 8.00', far: 'none', again: 'at most 8.00' }

function figuresOf(few: Hits, many: Hits): Figure[] {
  const ratio = (a: number[], b: number[]) =>
    `${(at(a, 0.5) / at(b, 0.5)).toFixed(2)} (${at(a, 0.5).toFixed(1)} / ${at(b, 0.5).toFixed(1)} ms)`
  const rows = (name: string, kind: keyof typeof boundByProfile): Figure[] => [
    {
      row: `a cache hit among ${questions.length} answers, ${name}: p99`,
      figure: `${at(many[kind], 0.99).toFixed(1)} ms (${spreadOf(many[kind])})`,
      bound: 'under 10 ms',
    },
    {
      row: `against GET /profile at the same time: p50`,
      figure: ratio(many[kind], many.profile),
      bound: boundByProfile[kind],
    },
    {
      row: `against a hit among ${questions.length / 100} answers: p50`,
      figure: ratio(many[kind], few[kind]),
      bound: 'at most 2.00',
    },
  ]
  return [
    ...rows('in the same words', 'same'),
    ...rows('in other words', 'other'),
    ...rows('in words that the second model compares', 'far'),
    ...rows('in such words a second time', 'again'),
  ]
}
