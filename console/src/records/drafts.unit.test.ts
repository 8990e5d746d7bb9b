import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
const { useDraft, writeDraft } = await import('./drafts.ts')

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
})
afterAll(() => void Reflect.deleteProperty(globalThis, 'localStorage'))

const restored = (linked: object) => {
  const Form = () => {
    const withLinked = (draft: object) => ({ ...draft, ...linked })
    return JSON.stringify(useDraft('/incidents/new', withLinked({ priority: 'P3' }), withLinked).value)
  }
  return JSON.parse(renderToString(createElement(Form)).replaceAll('&quot;', '"')) as object
}

test('a link to a form fills in its values over a draft, and keeps the rest of it', () => {
  expect(restored({ priority: 'P1' })).toEqual({ priority: 'P1' })
  writeDraft('/incidents/new', { priority: 'P3', short_description: 'Paper jam' })
  expect(restored({ priority: 'P1' })).toEqual({ priority: 'P1', short_description: 'Paper jam' })
  expect(restored({})).toEqual({ priority: 'P3', short_description: 'Paper jam' })
})
