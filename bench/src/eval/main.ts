import { parseArgs } from 'node:util'
import { measureAnswers } from './answers.ts'
import { measureCache } from './cache.ts'
import { openData } from './data.ts'
import { measureFacts } from './facts.ts'
import { judge, tableOf, type Part, type PartFigure } from './figures.ts'
import { measureRetrieval } from './retrieval.ts'
import { measureSuggestions } from './suggest.ts'

/** In the order of the table. */
const parts: Record<string, Part> = {
  retrieval: measureRetrieval,
  answers: measureAnswers,
  facts: measureFacts,
  suggest: measureSuggestions,
  cache: measureCache,
}

const { values } = parseArgs({
  options: {
    /** The public sets, or whatever has the same files. */
    data: { type: 'string' },
    part: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
if (values.part && !parts[values.part])
  throw new Error(`There is no part ${values.part}; there are ${Object.keys(parts).join(', ')}`)

const data = openData(values.data)
const figures: PartFigure[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (values.part && values.part !== name) continue
  for (const figure of await measure(data)) figures.push(judge(name, figure))
}
console.log(values.json ? JSON.stringify(figures, null, 2) : tableOf(figures))
if (figures.some((figure) => figure.ok === false)) process.exitCode = 1
