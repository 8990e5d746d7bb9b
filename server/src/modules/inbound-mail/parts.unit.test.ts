import { expect, test } from 'vitest'
import { nameOf, partsOf } from './parts.ts'

const plain = { type: 'text/plain', part: '1.1' }
const html = { type: 'text/html', part: '1.2' }
const alternative = { type: 'multipart/alternative', childNodes: [plain, html] }
const logo = { type: 'image/png', disposition: 'inline' }
const pdf = { type: 'application/pdf', disposition: 'attachment' }

test('the first text is read, and images within a text are left out', () => {
  const second = { type: 'text/plain', part: '2' }
  const related = { type: 'multipart/related', childNodes: [alternative, logo, pdf] }
  expect(partsOf({ type: 'multipart/mixed', childNodes: [related, pdf, second] })).toEqual({
    plain,
    html,
    files: [pdf, pdf, second],
  })
  expect(partsOf(plain)).toEqual({ plain, files: [] })
  expect(partsOf(logo)).toEqual({ files: [logo] })
})

test('a text that is attached is a file, and so is a forwarded message with all that it has', () => {
  const log = { ...plain, disposition: 'attachment' }
  const message = { type: 'message/rfc822', childNodes: [plain] }
  expect(partsOf({ type: 'multipart/mixed', childNodes: [log, message] })).toEqual({ files: [log, message] })
})

test('signatures are left out, and a second page is a file', () => {
  const signature = { type: 'application/pkcs7-signature', disposition: 'attachment' }
  const more = { ...html, part: '2' }
  expect(partsOf({ type: 'multipart/signed', childNodes: [html, more, signature] })).toEqual({
    html,
    files: [more],
  })
})

test('parts that are nested too deep are left out', () => {
  let nested = plain as Parameters<typeof partsOf>[0]
  for (let depth = 0; depth < 100_000; depth++) nested = { type: 'multipart/mixed', childNodes: [nested] }
  expect(partsOf(nested)).toEqual({ files: [] })
})

test.each([
  [{ dispositionParameters: { filename: '../a\\b.txt' } }, '.._a_b.txt'],
  [{ parameters: { name: 'invoice\u202efdp.exe' } }, 'invoice_fdp.exe'],
  [{ dispositionParameters: { filename: 'x'.repeat(300) } }, 'x'.repeat(200)],
  [{}, 'attachment-3'],
  [{ type: 'message/rfc822' }, 'message-3.eml'],
])('the name of a file: %j', (part, name) => {
  expect(nameOf({ type: 'application/pdf', ...part }, 2)).toBe(name)
})
