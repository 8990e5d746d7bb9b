import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { withoutForeignLinks } from '../text/links.ts'
import { blocksOf, sentencesOf } from '../text/blocks.ts'
import { excerptOf } from './extract.ts'

describe('blocks', () => {
  test('a list keeps its steps, the content indented below them, and the empty lines between them', () => {
    const list = '1. One\n\n   ```\n   code\n   ```\n\n2. Two\n   more\n- three'
    expect(blocksOf(`Before:\n\n${list}\n\nAfter.`)).toEqual([
      { kind: 'prose', text: 'Before:' },
      { kind: 'list', text: list },
      { kind: 'prose', text: 'After.' },
    ])
  })

  test('code and tables stay whole', () => {
    expect(blocksOf('```\na\n\n- b\n```\n| a |\n|---|\n| b |\nend')).toEqual([
      { kind: 'code', text: '```\na\n\n- b\n```' },
      { kind: 'table', text: '| a |\n|---|\n| b |' },
      { kind: 'prose', text: 'end' },
    ])
  })

  test('no line is lost or changed, for any text', () => {
    const line = fc.oneof(fc.constantFrom('', '- a', '1. b', '```', '| c |', '  d', 'e.', '# f'), fc.string())
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n').replaceAll('\r', '')
        const kept = blocksOf(text).flatMap((block) => block.text.split('\n'))
        const nonEmpty = (all: string[]) => all.map((each) => each.trim()).filter(Boolean)
        expect(nonEmpty(kept)).toEqual(nonEmpty(text.split('\n')))
      }),
    )
  })
})

test.each([
  ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
  ['Use e.g. Outlook 16. Then stop.', ['Use e.g. Outlook 16.', 'Then stop.']],
  ['1. Copy it. 2. Paste it.', ['1. Copy it.', '2. Paste it.']],
  ['Version 1.2.3 is old. See `a.b`.', ['Version 1.2.3 is old.', 'See `a.b`.']],
  ['It said "Stop." Then it did.', ['It said "Stop."', 'Then it did.']],
])('%j has the sentences %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

describe('an excerpt', () => {
  const counts = (words: string[]) => (text: string) =>
    words.filter((word) => text.toLowerCase().includes(word)).length

  test('is the section that answers, not the one that repeats the question', () => {
    const sections = [
      { heading: 'Symptoms', text: 'The printer jams with error 7.' },
      { heading: 'Resolution', text: 'Clean the printer.' },
    ]
    expect(excerptOf(sections, 'printer', counts(['printer']), 500)).toBe('Clean the printer.')
  })

  test('of a long section contains its most relevant parts, verbatim and in order', () => {
    const text = `${'Nothing here. '.repeat(30)}Open the valve. ${'Still nothing. '.repeat(30)}Close the valve.`
    expect(excerptOf([{ heading: '', text }], 'valve', counts(['valve']), 40)).toBe(
      'Open the valve. Close the valve.',
    )
  })

  test('cuts a long list after a step, and includes the list that a selected sentence introduces', () => {
    const text = `${'Nothing. '.repeat(20)}\n\nTurn the valve:\n\n1. Left it goes\n2. Right it goes\n3. ${'Far '.repeat(50)}`
    expect(excerptOf([{ heading: '', text }], 'valve', counts(['valve']), 60)).toBe(
      'Turn the valve:\n\n1. Left it goes\n2. Right it goes',
    )
  })

  test('of an empty text is empty', () => {
    expect(excerptOf([], 'a', counts([]), 100)).toBe('')
    expect(excerptOf([{ heading: 'a', text: ' ' }], 'a', counts([]), 100)).toBe('')
  })

  test('contains only text of the article, for any article', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 20 }), (lines) => {
        const text = lines.join('\n')
        for (const part of excerptOf([{ heading: '', text }], 'a', counts(['a']), 100).split(/\n\n| /))
          expect(text).toContain(part)
      }),
    )
  })
})

test.each([
  ['![x](https://evil.example/a.png)', 'x'],
  ['see [here](https://evil.example "t") now', 'see here now'],
  ['[own](https://us.example/incidents/INC1)', '[own](https://us.example/incidents/INC1)'],
  ['[almost](https://us.example.evil.example/)', 'almost'],
  ['[part](#part)', '[part](#part)'],
  ['a ![x][1] [y][2]\n[1]: https://evil.example/x\n', 'a x y\n\n'],
  ['<img src="https://evil.example/x">text<a href=//evil.example>b</a><SCRIPT>', 'textb'],
  ['net use \\\\<server name>\\<share>', 'net use \\\\<server name>\\<share>'],
  ['<https://evil.example>', 'https://evil.example'],
  ['[a](javascript:alert(1))', 'a)'],
])('%j is shown as %j', (markdown, shown) => {
  expect(withoutForeignLinks(markdown, 'https://us.example')).toBe(shown)
})
