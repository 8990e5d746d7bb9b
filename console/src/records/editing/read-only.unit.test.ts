import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
Object.assign(globalThis, {
  localStorage: { getItem: () => JSON.stringify({ value: { value: 'My draft', base: 'Mail' } }) },
})
afterAll(() => void Reflect.deleteProperty(globalThis, 'localStorage'))
const { EditableTitle } = await import('./editable-title.tsx')

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
