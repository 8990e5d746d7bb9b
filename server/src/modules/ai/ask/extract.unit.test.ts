import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { withoutForeignLinks } from '../text/links.ts'
import type { Section } from '../retrieval/sections.ts'
import { blocksOf, sentencesOf, statementsOf } from '../text/blocks.ts'
import { excerptOf } from './extract.ts'
import type { Relevance } from './relevance.ts'

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

test('statements are sentences, steps, rows and code', () => {
  const table = '| code | meaning |\n| --- | --- |\n| 7 | Jam |\n| 8 | Empty |'
  const text = `One. Two.\n\n1. Open\n2. Close\n\n${table}\n\n\`\`\`\nrun\n\`\`\``
  expect(statementsOf(text)).toEqual([
    'One.',
    'Two.',
    '1. Open',
    '2. Close',
    '| 7 | Jam |',
    '| 8 | Empty |',
    '```\nrun\n```',
  ])
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
  const relevance = (question: string, ...words: string[]): Relevance => {
    const share = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length
    return { question, share, nearness: () => 0, ofPart: share }
  }
  const section = (heading: string, text: string): Section => ({ heading, text, vectors: [] })
  const excerpt = (sections: Section[], room: number, ...words: string[]) =>
    excerptOf('Printer', sections, relevance('printer', ...words), room)

  test('is the section that answers, not the one that repeats the question', () => {
    const sections = [
      section('Symptoms', 'The printer jams with error 7.'),
      section('Resolution', 'Clean the printer.'),
    ]
    expect(excerpt(sections, 500, 'printer')).toBe('Clean the printer.')
  })

  test('has two sections, in their order, when both answer about equally well', () => {
    const sections = [
      section('Windows', 'Add the queue.'),
      section('Mac', 'Type the address.'),
      section('Badge', 'Show it.'),
    ]
    expect(excerpt(sections, 500)).toBe('Add the queue.\n\nType the address.')
    expect(excerpt(sections, 500, 'address')).toBe('Type the address.')
    expect(excerpt(sections, 20)).toBe('Add the queue.')
  })

  test('has a heading that says what was asked, where the text and the title do not', () => {
    const sections = [section('Error 7', 'Clean it.'), section('Error 8', 'Fill the printer.')]
    expect(excerpt(sections, 500, 'error 7', 'printer')).toBe('**Error 7**\n\nClean it.')
    expect(excerpt([section('Printer', 'Fill it.')], 500, 'printer')).toBe('Fill it.')
    expect(excerpt([section(`error ${'7'.repeat(500)}`, 'Fill it.')], 500, 'error')).toBe('Fill it.')
  })

  test('of a long section contains its most relevant parts, verbatim and in order', () => {
    const text = `${'Nothing here. '.repeat(30)}Open the valve. ${'Still nothing. '.repeat(30)}Close the valve.`
    expect(excerpt([section('', text)], 40, 'valve')).toBe('Open the valve. Close the valve.')
  })

  test('cuts a long list after a step, and includes the list that a selected sentence introduces', () => {
    const text = `${'Nothing. '.repeat(20)}\n\nTurn the valve:\n\n1. Left it goes\n2. Right it goes\n3. ${'Far '.repeat(50)}`
    expect(excerpt([section('', text)], 60, 'valve')).toBe(
      'Turn the valve:\n\n1. Left it goes\n2. Right it goes',
    )
  })

  test('of an empty text is empty', () => {
    expect(excerpt([], 100)).toBe('')
    expect(excerpt([section('a', ' ')], 100)).toBe('')
  })

  test('contains only text of the article, for any article', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 20 }), (lines) => {
        const text = lines.join('\n')
        for (const part of excerpt([section('', text)], 100, 'a').split(/\n\n| /))
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
