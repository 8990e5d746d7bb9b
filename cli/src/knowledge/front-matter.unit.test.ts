import { expect, test } from 'vitest'
import { parseArticle } from './front-matter.ts'
import { originTag } from './import-folder.ts'

test('front matter in its usual forms', () => {
  const text = `---\ntitle: "Reset: the VPN"\ncategory: network\ntags:\n  - vpn\n  - 'remote work'\nstate: review\n---\n# Heading\n\nText`
  expect(parseArticle('a.md', text)).toEqual({
    title: 'Reset: the VPN',
    category: 'network',
    tags: ['vpn', 'remote work'],
    state: 'review',
    body: '# Heading\n\nText',
  })
  expect(parseArticle('a.md', '---\ntags: [a, "b", a]\n---\nText').tags).toEqual(['a', 'b'])
})

test('without a title the first heading is it, or the name of the file', () => {
  expect(parseArticle('a.md', '# Mail quota #\r\n\r\nText')).toMatchObject({
    title: 'Mail quota',
    body: 'Text',
  })
  expect(parseArticle('a.md', '# How to use C#\nText').title).toBe('How to use C#')
  expect(parseArticle('guides/mail-quota.md', 'Text')).toMatchObject({ title: 'mail-quota', body: 'Text' })
  expect(parseArticle('a.md', 'Text\n\n---\n\nNot front matter\n---\n').body).toContain('Not front matter')
})

test('an unknown state is refused with the file', () => {
  expect(() => parseArticle('a.md', '---\nstate: final\n---\n')).toThrow("a.md: the state 'final'")
})

test('the tag of a file fits, and two long names differ', () => {
  const long = 'x'.repeat(200)
  expect(originTag('handbook', 'mail/quota.md')).toBe('file:handbook/mail/quota.md')
  expect(originTag('handbook', 'a,b.md')).not.toContain(',')
  expect(originTag('handbook', `${long}1.md`)).not.toBe(originTag('handbook', `${long}2.md`))
  expect(originTag('handbook', `${long}1.md`)).toBe(`file:handbook/${'x'.repeat(68)}~7f33a61c086bdee6`)
  for (const name of ['🚀'.repeat(60), `x${'🚀'.repeat(60)}`])
    expect(originTag('handbook', name).isWellFormed()).toBe(true)
  expect(originTag('Büro'.normalize('NFD'), 'ä.md'.normalize('NFD'))).toBe('file:Büro/ä.md')
})
