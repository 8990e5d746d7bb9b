import type { Console } from './console.ts'
import { next, paragraphs, portions } from './hostile-texts.ts'

type Api = Console['api']
/** The console's API, and the service itself for what others than its administrator do. */
export type Target = Pick<Console, 'api' | 'service'>

/** A page that shows the stored texts, and the elements that prove it. */
export interface HostilePage {
  address: string
  shows: readonly string[]
}

/** A kind of record, and the maximum length of each text field. */
export interface Kind {
  mark: string
  path: string
  name: [field: string, max: number]
  short: Record<string, number>
  /** Markdown, or plain multi-line text. */
  long?: Record<string, number>
  /** Other required fields. */
  rest?: (nth: number) => object
  /** The path of the list, and those of the pages of a record, with the elements they show. */
  list: string
  one?: (id: string) => HostilePage[]
  /** Additional texts about a record. */
  more?: (target: Target, id: string) => Promise<void>
}

/** Selectors of user text: as Markdown, and as a form field. */
const written = (text: string) => `.markdown:has-text("${text}")`
const inForm = (text: string) => `textarea:has-text("${text}")`

const assigned = { category: 100, assignment_group: 100 }

export const kinds: readonly Kind[] = [
  {
    mark: 'Incident',
    path: '/incidents',
    name: ['short_description', 255],
    short: { ...assigned, subcategory: 100 },
    long: { description: 100_000 },
    list: '/incidents?show=all',
    one: (id) => [{ address: `/incidents/${id}`, shows: [written('Incident in full'), written('Note 19')] }],
    more: annotate,
  },
  {
    mark: 'Article',
    path: '/knowledge/articles',
    name: ['title', 255],
    short: { category: 100 },
    long: { body: 200_000 },
    rest: () => ({ state: 'published', tags: [next(100)] }),
    list: '/knowledge',
    one: (id) => [
      { address: `/knowledge/${id}`, shows: [written('Article in full'), 'text=Vote in full'] },
      { address: `/knowledge/${id}/edit`, shows: [written('Article in full'), inForm('Article in full')] },
      { address: `/knowledge/${id}/versions`, shows: ['text=Article in full'] },
      { address: '/knowledge?q=alert', shows: ['a.row mark'] },
    ],
    more: async ({ api }, id) => {
      await api('PATCH', `/knowledge/articles/${id}`, { tags: [next(100), next(90)] })
      await store(api, `/knowledge/articles/${id}/votes`, {
        helpful: false,
        comment: paragraphs('Vote in full', 10_000),
      })
    },
  },
  {
    mark: 'Change',
    path: '/changes',
    name: ['short_description', 255],
    short: assigned,
    long: { description: 100_000, implementation_plan: 100_000, backout_plan: 100_000, test_plan: 100_000 },
    list: '/changes?show=all',
    one: (id) => [{ address: `/changes/${id}`, shows: [written('Change in full'), 'text=No in full'] }],
    more: decide,
  },
  {
    mark: 'Request',
    path: '/requests',
    name: ['short_description', 255],
    short: { ...assigned, item: 255 },
    long: { description: 100_000 },
    list: '/requests?show=all',
    one: (id) => [{ address: `/requests/${id}`, shows: [written('Request in full')] }],
  },
  {
    mark: 'Offer',
    path: '/catalog/items',
    name: ['name', 100],
    short: { category: 100, assignment_group: 100 },
    long: { description: 10_000 },
    rest: () => ({ fields: { type: 'object', properties: { a: { type: 'string', title: next(200) } } } }),
    list: '/catalog',
    one: (id) => [{ address: `/catalog/items/${id}`, shows: ['text=Offer in full'] }],
  },
  {
    mark: 'Server',
    path: '/cmdb/cis',
    name: ['name', 255],
    short: { class: 100, environment: 100, support_group: 100, location: 255, discovery_source: 100 },
    rest: () => ({ attributes: { [next(60)]: next(200) } }),
    list: '/cmdb',
    one: (id) => [{ address: `/cmdb/cis/${id}`, shows: ['h1:has-text("Server! ")'] }],
    more: async ({ api }, id) => {
      const { body } = await api<{ data: { id: string }[] }>('GET', '/cmdb/cis?limit=20')
      const others = body.data.filter((ci) => ci.id !== id)
      const relationships = others.map((ci) => ({ type: 'depends_on', ci_id: ci.id }))
      await api('PATCH', `/cmdb/cis/${id}`, { relationships })
    },
  },
  {
    mark: 'Outbound',
    path: '/webhooks/outbound',
    name: ['name', 200],
    short: {},
    rest: () => ({
      url: 'https://receiver.example/<script>alert(1)</script>',
      events: ['incident.created'],
      active: false,
    }),
    list: '/webhooks',
    one: (id) => [{ address: `/webhooks/outbound/${id}`, shows: ['h1:has-text("Outbound! ")'] }],
  },
  {
    mark: 'Inbound',
    path: '/webhooks/inbound',
    name: ['name', 200],
    short: {},
    long: { description: 2000 },
    rest: () => ({
      action: 'create_incident',
      field_mapping: { short_description: 'From outside {{ title }}', description: '{{ text }}' },
    }),
    list: '/webhooks?direction=inbound',
    one: (id) => [{ address: `/webhooks/inbound/${id}`, shows: ['h1:has-text("Inbound! ")'] }],
    more: send,
  },
  {
    mark: 'Person',
    path: '/users',
    name: ['name', 200],
    short: {},
    rest: (nth) => ({ email: `person${nth}@example.com`, roles: ['viewer'], groups: [next(100)] }),
    list: '/administration/users',
    one: (id) => [{ address: `/administration/users/${id}`, shows: ['h2:has-text("Person! ")'] }],
  },
  {
    mark: 'Client',
    path: '/clients',
    name: ['name', 200],
    short: {},
    rest: () => ({ roles: ['viewer'] }),
    list: '/administration/clients',
    one: (id) => [{ address: `/administration/clients/${id}`, shows: ['h2:has-text("Client! ")'] }],
  },
  {
    mark: 'Calendar',
    path: '/sla/calendars',
    name: ['name', 100],
    short: {},
    rest: () => ({ time_zone: 'Europe/Lisbon', hours: { mon: [['09:00', '17:00']] } }),
    list: '/administration/sla',
  },
]

/** Stores a record, or fails with the reason of the service. */
export async function store(api: Api, path: string, body: object): Promise<string> {
  const { status, body: made } = await api<{ id: string; client_id?: string }>('POST', path, body)
  if (status > 202) throw new Error(`${path} answers ${status}: ${JSON.stringify(made)}`)
  return made.id ?? made.client_id
}

/** Someone else rejects it with a reason. */
async function decide({ api, service }: Target, id: string): Promise<void> {
  const { body: client } = await api<{ client_id: string; client_secret: string }>('POST', '/clients', {
    name: next(200),
    roles: ['change_approver'],
  })
  const token = await service.token({ id: client.client_id, secret: client.client_secret })
  const body = JSON.stringify({ comment: paragraphs('No in full', 10_000) })
  const { status } = await service.call(token, `/changes/${id}/reject`, { method: 'POST', body })
  if (status !== 200) throw new Error(`The change is not rejected: ${status}`)
}

/** Sends it as another system. */
async function send({ api }: Target, id: string): Promise<void> {
  const { body: webhook } = await api<{ url: string }>('GET', `/webhooks/inbound/${id}`)
  const body = JSON.stringify({ title: next(200), text: paragraphs('Event in full', 100_000) })
  await fetch(webhook.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

/** The corpus in the notes of an incident, and in the names of their files. */
async function annotate({ api }: Target, id: string): Promise<void> {
  for (const [nth, text] of portions(20).entries()) {
    const attachments = [1, 2].map(() => ({
      filename: next(255).replaceAll(/[/\\]/g, '|'), // a name without a path
      content_type: 'text/plain',
      content_base64: Buffer.from(text).toString('base64'),
    }))
    await store(api, `/incidents/${id}/notes`, {
      body: `Note ${nth}\n\n${text}`,
      visibility: 'public',
      attachments,
    })
  }
  // From here on it can be drafted as an article, and others are compared with it.
  for (const state of ['in_progress', 'resolved']) await api('PATCH', `/incidents/${id}`, { state })
}
