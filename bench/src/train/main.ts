import { writeFileSync } from 'node:fs'
import { rateResemblance } from '@mainstay/server/dist/modules/ai/cache/question/resemblance.js'
import { makeExamples, trainingPairs, type Example } from './examples.ts'
import { trainNetwork } from './network.ts'

/** Trains the network that decides whether two questions ask the same, and says what cross-validation expects of it. */
const file = new URL('../../../server/models/question-pairs.f32', import.meta.url)
const folds = 5
const networks = 5
const thresholds = [-1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3]

const train = (examples: Example[]) => {
  const unclear = examples.filter(({ verdict }) => verdict === undefined)
  return trainNetwork(
    {
      features: unclear.map(({ features }) => features),
      labels: unclear.map(({ is_same }) => Number(is_same)),
    },
    networks,
  )
}

const examples = await makeExamples(trainingPairs())
const count = (is_same: boolean) => examples.filter((each) => each.is_same === is_same).length
console.log(`${count(true)} pairs that ask the same, ${count(false)} that do not`)

const logits = new Map<Example, number>()
for (let fold = 0; fold < folds; fold++) {
  const network = train(examples.filter(({ group }) => group % folds !== fold))
  for (const example of examples.filter(({ group }) => group % folds === fold))
    logits.set(example, rateResemblance(network, example.features))
}

/** How many of some pairs count as the same when the network needs this logit. */
const hits = (some: (example: Example) => boolean, least: number) =>
  examples.filter((each) => some(each) && (each.verdict ?? logits.get(each)! >= least)).length
console.log(`Cross-validation in ${folds} folds by family: hits at a least logit. Direct: written as a pair`)
const columns: Record<string, (example: Example) => boolean> = {
  same: ({ is_same, is_edit }) => is_same && !is_edit,
  'same, edit': ({ is_same, is_edit }) => is_same && is_edit,
  false: ({ is_same, is_edit }) => !is_same && !is_edit,
  'false, edit': ({ is_same, is_edit }) => !is_same && is_edit,
  'false, direct': ({ is_same, is_edit, is_direct }) => !is_same && !is_edit && is_direct,
  'false, direct edit': ({ is_same, is_edit, is_direct }) => !is_same && is_edit && is_direct,
}
const rowOf = (least: number) => Object.entries(columns).map(([name, some]) => [name, hits(some, least)])
console.table([
  {
    logit: 'all',
    ...Object.fromEntries(
      Object.entries(columns).map(([name, some]) => [name, examples.filter(some).length]),
    ),
  },
  ...thresholds.map((least) => ({ logit: least, ...Object.fromEntries(rowOf(least)) })),
])
const network = train(examples)
writeFileSync(file, Buffer.from(network.buffer))
console.log(`${network.length} values written to server/models/question-pairs.f32`)
process.exit(0) // the thread of the encoder would keep it alive
