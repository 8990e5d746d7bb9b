import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import description from '../../docs/openapi.json?raw'
import { filters as changeFilters } from './changes/filters.ts'
import { readView as readChanges } from './changes/view.ts'
import { filtersFor as ciFilters } from './cmdb/filters.ts'
import { readView as readCis } from './cmdb/view.ts'
import { readSearch as readIncidents } from './incidents/list/view.ts'
import { filtersFor as incidentFilters } from './incidents/list/views.ts'
import { filtersFor as articleFilters } from './knowledge/filters.ts'
import { readView as readArticles } from './knowledge/view.ts'
import { addressOf, fromFilters, toFilters, valuesIn, type Value } from './records/list-view.ts'
import { filters as requestFilters } from './requests/filters.ts'
import { readView as readRequests } from './requests/view.ts'

interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  pattern?: string
}
interface Parameter {
  $ref: string
  name: string
  schema: Schema
}
interface Description {
  paths: Record<string, { get: { parameters: Parameter[] } }>
  components: { parameters: Record<string, Parameter> }
}
const { paths, components } = JSON.parse(description) as Description

const notFilters = new Set(['limit', 'cursor', 'page', 'sort', 'order'])
const filtersOf = (path: string) =>
  paths[`/prod/api/v1${path}`]!.get.parameters.map(
    ({ $ref }) => components.parameters[$ref.split('/').at(-1)!]!,
  )
    .filter(({ name }) => !notFilters.has(name))
    .map(({ name, schema }) => [name, valuesFor(schema)] as const)

function valuesFor({ $ref = '', type, enum: words, pattern }: Schema): Value[] {
  if (type === 'boolean') return [true, false]
  if (words) return words
  if ($ref.endsWith('/Timestamp'))
    return ['2026-11-08T10:15:00Z', '2026-11-08T00:00:00+01:00', '2026-11-08T23:59:59.999Z']
  const [, list] = /^\^\(\(([\w|]+)\)\(,/.exec(pattern ?? '') ?? []
  return list ? [list.replaceAll('|', ',')] : ['me', '007', 'true', 'a b,c+d']
}

const readable = articleFilters(false)([])
const lists = [
  ['/incidents', incidentFilters([]), readIncidents],
  ['/changes', changeFilters, readChanges],
  ['/requests', requestFilters, readRequests],
  ['/cmdb/cis', ciFilters([]), readCis],
  ['/knowledge/articles', articleFilters(true)([]), readArticles],
] as const

describe.each(lists)('a saved view of %s', (path, filters, read) => {
  const names = filtersOf(path)
  test('can have every filter of the API', () => {
    const offered = new Set(['q', ...filters.map(({ name, query = name }) => query)])
    expect(names.map(([name]) => name).filter((name) => !offered.has(name))).toEqual([])
    expect(names.length).toBeGreaterThan(5)
  })

  test.each(names)('opens with the same %s', (name, values) => {
    const opened = values.map((value) => {
      const address = defaultStringifySearch(addressOf(fromFilters(filters, { [name]: value })))
      const shown = toFilters(filters, valuesIn(read(defaultParseSearch(address)), {}))
      return timeOrValue(shown[name])
    })
    expect(opened).toEqual(values.map(timeOrValue))
  })
})

const timeOrValue = (value: Value | undefined) =>
  typeof value === 'string' && value.startsWith('2026-') ? Date.parse(value) : value

test('a view by state keeps it for readers, who have no such filter', () => {
  expect(valuesIn(readArticles(addressOf(fromFilters(readable, { state: 'draft' }))), {})).toEqual({
    state: 'draft',
  })
})
