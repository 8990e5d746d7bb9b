import { Type } from 'typebox'
import { invalidField } from '../../kernel/errors.ts'
import { idPattern, idTypes } from '../../kernel/record-ids.ts'
import { Body, Enum, Pattern } from '../../kernel/schema.ts'
import { analysisTypes } from '../ai/analyze/model.ts'
import { fields as suggestedFields } from '../ai/suggest/model.ts'
import { IncidentId, Text, tool } from './model.ts'
import { pathOf, typeOf } from './read-tools.ts'

const maybe = Type.Optional
const maxSimilar = 20

const similar = tool({
  name: 'similar_incidents',
  title: 'Find similar incidents',
  description: 'Returns resolved incidents that resemble an incident or a text, with how they were resolved.',
  input: Body({
    incident_id: maybe(IncidentId),
    text: maybe(Text(20_000, 'Instead of incident_id')),
    limit: maybe(Type.Integer({ minimum: 1, maximum: maxSimilar })),
  }),
  run: async (api, { incident_id, text, limit = 5 }) => {
    const find = async (description: string | undefined, top_k: number) =>
      (await api('POST', '/ai/exemplars', { body: { description, top_k } })) as Exemplars
    if ((incident_id === undefined) === (text === undefined))
      throw invalidField('text', 'required', 'text or incident_id must be given, not both')
    if (incident_id === undefined) return find(text, limit)
    // A resolved incident resembles itself most.
    const about = textOf((await api('GET', pathOf(incident_id))) as IncidentText)
    const found = await find(about, Math.min(limit + 1, maxSimilar))
    const exemplars = found.exemplars.filter((one) => one.incident_id !== incident_id).slice(0, limit)
    return { ...found, exemplars, count: exemplars.length }
  },
})

interface Exemplars {
  exemplars: { incident_id: string }[]
}

interface IncidentText {
  short_description: string
  description: string | null
}
const textOf = ({ short_description, description }: IncidentText) =>
  `${short_description}\n${description ?? ''}`.slice(0, 20_000).toWellFormed()

const ask = tool({
  name: 'ask',
  title: 'Ask the knowledge base',
  description: 'Answers a question from published knowledge articles, with citations.',
  input: Body({ question: Text(2000) }),
  run: (api, { question }) => api('POST', '/ai/ask', { body: { question } }),
})

const analysed = idTypes.filter((type) => type !== 'article').map(idPattern)
const AnalysedId = Pattern(
  `^(${analysed.join('|')})$`,
  'the ID of an incident, change, service request or configuration item',
)

const analyse = tool({
  name: 'analyse_record',
  title: 'Analyse a record',
  description:
    'Gives the likely root cause (incident, item), the impact (incident, change, item) or a summary (all four types) of an incident, change, service request or configuration item.',
  input: Body({ id: AnalysedId, analysis: Enum(analysisTypes) }),
  run: (api, { id, analysis }) =>
    api('POST', '/ai/analyze', {
      body: { record_type: typeOf(id), record_id: id, analysis_type: analysis },
    }),
})

const suggest = tool({
  name: 'suggest_fields',
  title: 'Suggest fields',
  description:
    'Suggests category, priority and assignment group for the text of a new incident, with confidence.',
  input: Body({ text: Text(20_000) }),
  run: (api, { text }) => api('POST', '/ai/suggest', { body: { text, suggest_for: suggestedFields } }),
})

const impact = tool({
  name: 'ci_impact',
  title: 'Impact of a configuration item',
  description: 'Returns the items that fail when this one fails, nearest first.',
  input: Body({
    ci_id: Pattern(`^${idPattern('ci')}$`, 'an ID such as CI0000042'),
    depth: maybe(Type.Integer({ minimum: 1, maximum: 10 })),
  }),
  run: async (api, { ci_id, depth }) => {
    const reach = (await api('GET', `/cmdb/cis/${ci_id}/impact`, { query: { depth } })) as object
    return { ...reach, relationships: undefined }
  },
})

const webhookHealth = tool({
  name: 'webhook_health',
  title: 'Health of webhooks',
  description:
    'Returns success, failures and last results of all outbound and inbound webhooks, those with most failures first. For managers.',
  input: Body({}),
  run: async (api) => {
    const [outbound, inbound] = (await Promise.all([
      api('GET', '/webhooks/outbound/health'),
      api('GET', '/webhooks/inbound/health'),
    ])) as [Health, Health]
    return { outbound: worstFirst(outbound), inbound: worstFirst(inbound) }
  },
})

interface Health {
  data: { failed?: number; rejected?: number }[]
}

/** The others may be cut from the answer. */
const worstFirst = ({ data, ...health }: Health) => ({
  ...health,
  data: data.toSorted((a, b) => failuresOf(b) - failuresOf(a)),
})

const failuresOf = ({ failed = 0, rejected = 0 }: Health['data'][number]) => failed + rejected

export const adviceTools = [similar, ask, analyse, suggest, impact, webhookHealth]
