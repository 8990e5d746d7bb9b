import type { Service } from './service.ts'

export interface Row {
  name: string
  method: 'GET' | 'POST'
  path: string
  /** Requested in turn instead of `path`; each connection starts at another one. */
  paths?: string[]
  body?: object
  /** Target: minimum ratio to the reference. */
  target: number
}

export const incident = {
  short_description: 'Mail is down for everybody in the north building',
  description: 'Since this morning nobody can send mail. The queue grows, and the relay answers 451.',
  priority: 'P2',
  category: 'email',
  assignment_group: 'network',
}

/** Against a bare server that answers the same bytes. */
export async function bareRows(service: Service): Promise<Row[]> {
  for (let i = 0; i < 520; i++) await service.call('POST', '/incidents', incident)
  const paths = await pagesOf(service, '/incidents?limit=25', 20)
  return [
    { name: 'authenticated GET /profile', method: 'GET', path: '/profile', target: 0.6 },
    { name: 'GET one incident', method: 'GET', path: '/incidents/INC0000001', target: 0.55 },
    { name: 'list of 25 incidents', method: 'GET', path: '/incidents', target: 0.4 },
    { name: '20 different pages in turn', method: 'GET', path: '/incidents', paths, target: 0.25 },
    { name: 'create an incident, durably', method: 'POST', path: '/incidents', body: incident, target: 0.15 },
  ]
}

/** Against the same service with a hundredth of the records: at least half the speed. */
export async function scaleRows(large: Service): Promise<Row[]> {
  const deep = (await pagesOf(large, '/incidents?limit=200', 21)).at(-1)!.split('cursor=')[1]
  return [
    ['list filtered by state, with total', '/incidents?state=in_progress'],
    ['list filtered by group and priority, with total', '/incidents?assignment_group=group-7&priority=P1'],
    ['page by cursor, 4,000 records deep', `/incidents?limit=25&cursor=${deep}`],
    ['search for a rare word', '/incidents?q=zebrafish'],
    ['search for three words', '/incidents?q=payroll%20garbled%20lisbon'],
    ['GET one incident', '/incidents/INC0005000'],
  ].map(([name, path]) => ({ name: name!, method: 'GET', path: path!, target: 0.5 }))
}

/** The addresses of the first pages of a list. */
async function pagesOf(service: Service, path: string, count: number): Promise<string[]> {
  const pages = [path]
  while (pages.length < count) {
    const { next_cursor } = (await service.get(pages.at(-1)!)) as { next_cursor: string }
    pages.push(`${path}&cursor=${next_cursor}`)
  }
  return pages
}
