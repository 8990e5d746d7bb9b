import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import type { Field } from '../field-input.tsx'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
Object.assign(globalThis, {
  localStorage: { getItem: () => JSON.stringify({ value: { value: 'My draft', base: 'Mail' } }) },
})
afterAll(() => void Reflect.deleteProperty(globalThis, 'localStorage'))
const { EditableField } = await import('./editable-field.tsx')
const { EditableTitle } = await import('./editable-title.tsx')

test('a choice that was refused is not kept', () => {
  const field: Field = { name: 'priority', label: 'Priority', kind: 'choice', choices: [] }
  const version = { values: { priority: 'P3' }, etag: undefined }
  const reload = () => Promise.resolve(version)
  const record = { ...version, address: '/incidents/INC0000001', reload, save: reload }
  const html = renderToString(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(MantineProvider, null, createElement(EditableField, { record, field })),
    ),
  )
  expect(html).toContain('P3')
  expect(html).not.toContain('My draft')
})

test('a draft of a record that may no longer be edited is not shown', () => {
  const field = { name: 'short_description', label: 'Summary' }
  const version = { values: { short_description: 'Mail' }, etag: undefined }
  const record = { ...version, address: '/incidents/INC0000001', reload: () => Promise.resolve(version) }
  const html = renderToString(
    createElement(MantineProvider, null, createElement(EditableTitle, { record, field })),
  )
  expect(html).toContain('Mail')
  expect(html).not.toContain('My draft')
})
