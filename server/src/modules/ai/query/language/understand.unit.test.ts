import { expect, test } from 'vitest'
import { asker, names, now, said } from '../../../../../test/questions.ts'
import { examples } from './intents.ts'
import { understand } from './understand.ts'

const isWord = (word: string) => /^[a-z]+$/.test(word)

/** How a question is understood beside an example that is so near. */
function beside(text: string, example: string, score: number): string {
  const nearest = { ...examples.find((each) => each.example === example)!, score }
  return said(understand({ text, now, asker, names, isWord }, nearest))
}

const impacted = 'impact: Configuration items (not used: services)'
const cases: [question: string, example: string, score: number, meaning: string][] = [
  // An example that has no place for what was understood is not used.
  ['unassigned p2s', 'how quickly must a P1 be fixed', 0.56, 'list: P2 incidents assigned to nobody'],
  [
    'p1 last 24h',
    'how long may a P1 take',
    0.78,
    'list: P1 incidents, created from 2025-03-11 10:30 UTC to 2025-03-12 10:30 UTC',
  ],
  [
    'what did the network team close yesterday',
    'how did the team do last week',
    0.7,
    'list: Incidents of Network Operations, closed on 2025-03-11',
  ],
  ['what got resolved today', 'what must be resolved today', 0.86, 'list: Incidents, resolved on 2025-03-12'],
  // What an answer leaves out is named, also where the grammar knows it.
  [
    'open incidents by team and priority',
    'open incidents of the team',
    0.84,
    'stats count by assignment_group: Open incidents (not used: priority)',
  ],
  ['why were changes rejected', 'why was the change rejected', 0.8, 'list: Rejected changes (not used: why)'],
  // A negation that is not used is named, although the example has it too.
  [
    'articles not linked to an incident',
    'incidents that are not resolved',
    0.6,
    'list: Articles (not used: linked to incident, not)',
  ],
  // A word is no slip for another one.
  ['tickets that break', 'show me all open tickets', 0.6, 'list: Incidents (not used: break)'],
  // The order of the words says what needs what.
  ['which services depend on db01', 'what does the system depend on', 0.8, impacted],
  ['what does db01 need', 'what uses the system', 0.8, 'dependencies: Configuration items'],
  // A sentence that the grammar understands is not overruled by one that only looks like it.
  [
    'how many incidents were resolved last week?',
    'who resolved the most incidents last month',
    0.9,
    'count: Incidents, resolved from 2025-03-03 to 2025-03-09',
  ],
  // A meaning has a place for one subject.
  [
    'what connects db01 and Northbook ERP',
    'what is connected to the system',
    0.8,
    'impact: Configuration items (not used: Northbook ERP)',
  ],
  [
    'is INC0000042 related to INC0000043',
    'similar incidents to the incident',
    0.6,
    'show similar of INC0000042 (not used: INC0000043)',
  ],
  [
    'compare INC0000042 and INC0000043',
    'similar incidents to the incident',
    0.6,
    'show similar of INC0000042 (not used: compare, INC0000043)',
  ],
  // Instructions are in the knowledge base, not in the CMDB.
  ['how can we connect to db01', 'what is connected to the system', 0.74, 'knowledge'],
  ['how can I see what depends on db01', 'what depends on the system', 0.8, 'impact: Configuration items'],
  // Nothing but a record: no example is needed.
  ['show CHG0000018', 'next steps of the change', 0.6, 'show all of CHG0000018'],
  // "anything" of a system are its incidents, not its details.
  ['anything on db01', 'any alarms on the system', 0.8, 'list: Open incidents on db01'],
  // Without a word of its own, an example says nothing of names and values.
  ['anything urgent for db01', 'is anything planned on the system', 0.64, 'list: P1 or P2 incidents on db01'],
  // Nor do words explain themselves that none of its examples has.
  ['which customers complained', 'what system causes the most trouble', 0.72, 'knowledge'],
  // Talk that has more to say is no greeting.
  ['thanks for the pizza', 'thank you', 0.7, 'knowledge'],
]

test.for(cases)('%s', ([question, example, score, meaning]) => {
  expect(beside(question, example, score)).toBe(meaning)
})

test('an example that is not close is named', () => {
  const nearest = { ...examples.find(({ example }) => example === 'what breaks if the system fails')! }
  const assumedExample = (score: number) =>
    understand({ text: 'what breaks without db01', now, asker, names, isWord }, { ...nearest, score })
  expect(assumedExample(0.69)).toMatchObject({ assumed_example: 'what breaks if the system fails' })
  expect(assumedExample(0.7)).not.toHaveProperty('assumed_example')
})

test('an example is not named when the sentence says the same without it', () => {
  const nearest = { ...examples.find(({ example }) => example === 'what is our mean time to resolve')! }
  const understanding = understand(
    { text: 'mean time to resolve by group in the last 90 days', now, asker, names, isWord },
    { ...nearest, score: 0.6 },
  )
  expect(understanding).toMatchObject({ meaning: { measure: 'mean_time', group_by: 'assignment_group' } })
  expect(understanding).not.toHaveProperty('assumed_example')
})
