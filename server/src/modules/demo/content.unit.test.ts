import { describe, expect, test } from 'vitest'
import { parseArticle, readContent } from './content.ts'

const content = readContent()
const { company, articles, cis, catalogue, requests, changes, families } = content
const cases = families.flatMap((family) => family.cases.map((itsCase) => ({ family, itsCase })))
const people = new Set([...Object.values(company.groups).flat(), ...company.board, ...company.callers])

const repeated = (names: string[]) => names.filter((name, i) => names.indexOf(name) !== i)

describe('articles', () => {
  test('are about forty, in every state, most of them published', () => {
    expect(articles.length).toBeGreaterThanOrEqual(40)
    expect(new Set(articles.map(({ state }) => state))).toEqual(
      new Set(['draft', 'review', 'published', 'retired']),
    )
    expect(articles.filter(({ state }) => state === 'published').length).toBeGreaterThanOrEqual(40)
  })

  test('have a unique title, a category with an owner, tags, and sections', () => {
    expect(repeated(articles.map(({ title }) => title))).toEqual([])
    for (const { title, category, tags, body } of articles) {
      expect(title.length, `in ${title}`).toBeGreaterThan(5)
      expect(company.groups, `in ${title}`).toHaveProperty([company.editors[category]!])
      expect(tags.length, `in ${title}`).toBeGreaterThanOrEqual(2)
      expect(body, `in ${title}`).toMatch(/^## /m)
      expect(body, `in ${title}`).not.toMatch(/^---/)
    }
  })

  test('that are published are long enough to be useful', () => {
    for (const { title, body } of articles.filter(({ state }) => state === 'published')) {
      const words = body.split(/\s+/).length
      expect(words, `in ${title}`).toBeGreaterThanOrEqual(150)
      expect(words, `in ${title}`).toBeLessThanOrEqual(500)
    }
  })

  test('refer to existing articles', () => {
    const titles = new Set(articles.map(({ title }) => title))
    const referring = /(?:[Ss]ee(?: also)?|[Ff]ollow|[Rr]ead|described in|as in|steps of) "([^"]+)"/g
    const references = articles.flatMap(({ body }) =>
      [...body.matchAll(referring)].map(([, title]) => title!),
    )
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter((title) => !titles.has(title.replace(/[,.]$/, '')))).toEqual([])
  })

  test('are parsed with quotes, colons and apostrophes in their titles', () => {
    const text = `---\ntitle: 'A: it''s "so"'\ncategory: mail\ntags: a b, c\nstate: review\n---\n\n# Head\n\n---\n\ntext: x\n`
    expect(parseArticle(text)).toEqual({
      title: `A: it's "so"`,
      category: 'mail',
      tags: ['a b', 'c'],
      state: 'review',
      body: '# Head\n\n---\n\ntext: x',
    })
  })
})

describe('configuration items', () => {
  test('are sixty, with unique names, serial numbers and host names', () => {
    expect(cis).toHaveLength(60)
    for (const field of ['name', 'serial_number', 'fqdn'] as const)
      expect(repeated(cis.flatMap((ci) => ci[field] ?? []))).toEqual([])
  })

  test('are related only to those listed before them, and have an owner', () => {
    const before = new Set<string>()
    for (const { name, relationships = [], owner, support_group } of cis) {
      for (const text of relationships) expect(before, `${name} ${text}`).toContain(text.replace(/^\w+ /, ''))
      expect(people, `in ${name}`).toContain(owner)
      expect(company.groups, `in ${name}`).toHaveProperty([support_group!])
      before.add(name)
    }
  })

  test('are mentioned in articles by their names', () => {
    const hosts = new Set(cis.map(({ name }) => name))
    const mentioned = articles
      .filter(({ state }) => state === 'published')
      .flatMap(
        ({ body }) =>
          body.match(
            /`(?:db|erp-app|mail|dc|fs|bkp|print|vpn-gw|mq|sw-core|san|wlc|k8s-prod-n)-?\w*-?\d\d`/g,
          ) ?? [],
      )
      .map((text) => text.replaceAll('`', ''))
    expect(mentioned.length).toBeGreaterThan(20)
    expect(mentioned.filter((name) => !hosts.has(name))).toEqual([])
  })
})

describe('incidents', () => {
  test('are three hundred, of at least twelve kinds', () => {
    expect(cases.reduce((sum, { itsCase }) => sum + itsCase.count, 0)).toBe(300)
    expect(families.length).toBeGreaterThanOrEqual(12)
  })

  test('reference existing groups, CIs, changes and published articles', () => {
    const names = new Set(cis.map(({ name }) => name))
    const keys = new Set(changes.map(({ key }) => key))
    const published = new Set(articles.filter(({ state }) => state === 'published').map(({ title }) => title))
    for (const { family, itsCase } of cases) {
      expect(company.groups).toHaveProperty([itsCase.group ?? family.group])
      for (const name of itsCase.cis ?? []) expect(names).toContain(name)
      expect([...keys, undefined]).toContain(itsCase.change)
      expect(published).toContain(itsCase.article)
      expect(itsCase.priorities).toMatch(/^P[1-4]( P[1-4])*$/)
    }
  })

  test('leave no placeholder unfilled', () => {
    for (const { family, itsCase } of cases) {
      const known = new Set([
        ...Object.keys(family.slots ?? {}),
        'site',
        'dept',
        'floor',
        ...(itsCase.change ? ['change'] : []),
      ])
      const used = [...JSON.stringify([family.slots, itsCase]).matchAll(/\{(\w+)\}/g)].map(
        ([, name]) => name!,
      )
      expect(used.filter((name) => !known.has(name))).toEqual([])
      for (const cause of itsCase.causes)
        expect((cause.summaries ?? itsCase.summaries ?? []).length).toBeGreaterThan(0)
    }
  })
})

describe('changes and requests', () => {
  test('are twenty each, and reference existing people, groups, CIs and items', () => {
    expect([changes.length, requests.length]).toEqual([20, 20])
    const names = new Set(cis.map(({ name }) => name))
    const items = new Set(catalogue.map(({ name }) => name))
    for (const { key, cis: touched, by, group } of changes) {
      for (const name of touched) expect(names, `in ${key}`).toContain(name)
      expect(people, `in ${key}`).toContain(by)
      expect(company.groups, `in ${key}`).toHaveProperty([group])
    }
    for (const { item, by, steps } of requests) {
      expect([...items, null]).toContain(item)
      for (const person of [by, ...steps.map((step) => step.by)]) expect(people).toContain(person)
    }
  })

  test('happen in order, and no later than yesterday', () => {
    const timeOf = ({ day, time }: { day: number; time: string }) => `${String(day + 1000)} ${time}`
    const lives = [
      ...changes.map(({ created, steps }) => [created, ...steps]),
      ...requests.map(({ steps, ...request }) => [request, ...steps]),
    ]
    for (const life of lives) {
      const times = life.map(timeOf)
      expect(times).toEqual(times.toSorted())
      for (const { day } of life) expect(day).toBeLessThan(0)
    }
  })
})

test('all email addresses are reserved ones, and no address belongs to two people', () => {
  for (const person of [...people, company.monitoring]) expect(person).toMatch(/^[a-z.]+@example\.com$/)
  expect(repeated(Object.values(company.groups).flat())).toEqual([])
})
