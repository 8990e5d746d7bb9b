import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { FieldInput } = await import('./field-input.tsx')

test.each([
  'short',
  'long',
  'choice',
  'choices',
  'suggest',
  'tags',
  'number',
  'time',
  'date',
  'flag',
] as const)('the hint of a field is shown: %s', (kind) => {
  const field = { name: 'it', label: 'Its label', kind, hint: 'What it does' }
  const input = createElement(FieldInput, { field, value: null, error: undefined, change: () => undefined })
  expect(renderToString(createElement(MantineProvider, null, input))).toContain('What it does')
})
