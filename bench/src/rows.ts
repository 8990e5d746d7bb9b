import type { Service } from './service.ts'

export interface Row {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  /** The share of the reference's speed that we hold ourselves to. */
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
  for (let i = 0; i < 100; i++) await service.call('POST', '/incidents', incident)
  return [
    { name: 'authenticated GET /profile', method: 'GET', path: '/profile', target: 0.45 },
    { name: 'GET one incident', method: 'GET', path: '/incidents/INC0000001', target: 0.55 },
    { name: 'list of 25 incidents', method: 'GET', path: '/incidents', target: 0.3 },
    { name: 'create an incident, durably', method: 'POST', path: '/incidents', body: incident, target: 0.15 },
  ]
}

/** Against the same service with a hundredth of the records: at most twice the cost is at least half the speed. */
export async function scaleRows(large: Service): Promise<Row[]> {
  const deep = await cursorAfter(large, '/incidents?limit=200', 20)
  return [
    ['list filtered by state, with total', '/incidents?state=in_progress'],
    ['list filtered by group and priority, with total', '/incidents?assignment_group=group-7&priority=P1'],
    ['page by cursor, 4,000 records deep', `/incidents?limit=25&cursor=${deep}`],
    ['search for a rare word', '/incidents?q=zebrafish'],
    ['search for three words', '/incidents?q=payroll%20garbled%20lisbon'],
    ['GET one incident', '/incidents/INC0005000'],
  ].map(([name, path]) => ({ name: name!, method: 'GET', path: path!, target: 0.5 }))
}

async function cursorAfter(service: Service, path: string, pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const response = await service.call('GET', `${path}${cursor && `&cursor=${cursor}`}`)
    cursor = ((await response.json()) as { next_cursor: string }).next_cursor
  }
  return cursor
}
