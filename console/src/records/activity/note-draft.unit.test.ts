import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
const { withoutSent } = await import('./note-draft.ts')

test('a sent note is cleared, but not what was typed while it was sent', () => {
  const draft = { body: 'Cable replaced', visibility: 'public' as const }
  expect(withoutSent(draft, 'Cable replaced')).toEqual({ body: '', visibility: 'team' })
  expect(withoutSent(draft, 'Cable')).toBe(draft)
})
