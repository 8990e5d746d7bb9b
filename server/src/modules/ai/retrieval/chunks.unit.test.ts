import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const words = (count: number, name = 'word') =>
  Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')
const countOf = (text: string) => text.split(/\s+/).filter(Boolean).length

test('each section is a chunk with its heading', () => {
  expect(chunksOf('Before.\n\n## First ##\n\nOne.\n\n### Second\nTwo.\n')).toEqual([
    { heading: '', text: 'Before.' },
    { heading: 'First', text: 'One.' },
    { heading: 'Second', text: 'Two.' },
  ])
})

test('a heading above subheadings belongs to the first one below it, and an empty section has no chunk', () => {
  expect(chunksOf('# Install\n\n## Linux\nUse apt.\n\n## Nothing\n\n## macOS\nUse brew.')).toEqual([
    { heading: 'Install: Linux', text: 'Use apt.' },
    { heading: 'macOS', text: 'Use brew.' },
  ])
  expect(chunksOf('')).toEqual([])
  expect(chunksOf('# Only a heading')).toEqual([])
})

test('a heading marker inside code is ignored', () => {
  const code = '```sh\n# not a heading\n~~~\nls\n```'
  expect(chunksOf(`Do this:\n\n${code}\n\n# Then\nRest.`)).toEqual([
    { heading: '', text: `Do this:\n\n${code}` },
    { heading: 'Then', text: 'Rest.' },
  ])
})

test('a long section is split between paragraphs into parts of similar size', () => {
  const paragraphs = ['a', 'b', 'c', 'd'].map((name) => words(60, name))
  const chunks = chunksOf(`## Long\n\n${paragraphs.join('\n\n')}`)
  expect(chunks).toEqual([
    { heading: 'Long', text: paragraphs.slice(0, 2).join('\n\n') },
    { heading: 'Long', text: paragraphs.slice(2).join('\n\n') },
  ])
})

test('steps are not split, nor is code of moderate length', () => {
  const steps = Array.from({ length: 6 }, (_, i) => `${i + 1}. ${words(50, `s${i}x`)}`)
  const cut = chunksOf(steps.join('\n'))
  expect(cut.length).toBeGreaterThan(1)
  expect(cut.flatMap(({ text }) => text.split('\n'))).toEqual(steps)
  const code = `\`\`\`\n${words(100)}\n\n${words(100)}\n\`\`\``
  expect(chunksOf(`${words(100)}\n\n${code}`).at(-1)!.text).toBe(code)
})

test('a text without boundaries is split between words', () => {
  const chunks = chunksOf(words(1000))
  expect(chunks.length).toBe(6)
  expect(chunks.map(({ text }) => text).join(' ')).toBe(words(1000))
  for (const { text } of chunks) expect(countOf(text)).toBeLessThanOrEqual(200)
})

const line = fc.oneof(
  fc.constantFrom('', '# Head', '## Head two', '```', '~~~', '- item', '2. step', '| a | b |', '   indented'),
  fc.integer({ min: 1, max: 250 }).map((count) => words(count)),
  fc.string({ maxLength: 40 }),
)

test('for any text, chunks are verbatim, in order and bounded', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const markdown = lines.join('\n')
      let from = 0
      for (const { text } of chunksOf(markdown)) {
        const at = markdown.indexOf(text, from)
        expect(at).toBeGreaterThanOrEqual(from)
        expect(text.trim()).not.toBe('')
        expect(countOf(text)).toBeLessThan(500)
        from = at + text.length
      }
    }),
  )
})

test('only headings and Markdown markers are missing from the chunks', () => {
  const markdown = `${words(300)}\n\n# Head\n- ${words(200)}\n\n\`\`\`\n${words(700)}\n\`\`\`\n`
  expect(
    countOf(
      chunksOf(markdown)
        .map(({ text }) => text)
        .join(' '),
    ),
  ).toBe(countOf(markdown) - 2)
})

test.each([
  ['newlines', '\n'.repeat(200_000)],
  ['spaces', `# ${' '.repeat(199_000)}x`],
  ['headings', '# a\nb\n'.repeat(33_000)],
  ['list items', '- \n'.repeat(66_000)],
  ['fences', '```\n'.repeat(50_000)],
  ['one word', 'x'.repeat(200_000)],
  ['hashes', `# ${'# '.repeat(99_000)}`],
])('200,000 characters of %s are chunked too', (_, markdown) => {
  expect(chunksOf(markdown).length).toBeLessThanOrEqual(500)
})
