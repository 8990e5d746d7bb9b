import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinct, stepsOf } from './steps.ts'

test.for<[string, string, string[]]>([
  ['nothing', '', []],
  ['a sentence', 'Router restarted', ['Router restarted']],
  [
    'sentences, whatever stands in them',
    'Set pool to 2.5 on db-01.example.com. Then, e.g. The portal, restart all! Use `systemctl restart x` twice. Done?',
    [
      'Set pool to 2.5 on db-01.example.com.',
      'Then, e.g. The portal, restart all!',
      'Use `systemctl restart x` twice.',
      'Done?',
    ],
  ],
  [
    'a numbered list stays its steps',
    'Worked:\n1. Stop the *spooler*\n2. Empty the queue.\n   Twice.\n10) Start it. Wait.\n\nAll fine.',
    ['Worked:', 'Stop the *spooler*', 'Empty the queue.\n   Twice.', 'Start it. Wait.', 'All fine.'],
  ],
  [
    'blank lines and indents between the items are no part of them',
    '- one\n \n\n  - two\n\n   still two',
    ['one', 'two\n\n   still two'],
  ],
  ['lines of a paragraph are one sentence', 'Restart \t\r\n  the spooler.', ['Restart the spooler.']],
  ['so does one with dashes', '- one\n- two', ['one', 'two']],
  [
    'code belongs to what comes before it',
    'Run this:\n\n```\na. B\n- c\n```\n\nThat was all.',
    ['Run this:\n```\na. B\n- c\n```', 'That was all.'],
  ],
  ['headings are no steps', '## Resolution\n\nNew cable.', ['New cable.']],
  [
    'lines of one paragraph are one text',
    'Replaced the\ncable. It\nworks.',
    ['Replaced the cable.', 'It works.'],
  ],
  ['what has no letter is nothing', '---\n\n* * *\n\n...', []],
])('%s', ([, text, steps]) => {
  expect(stepsOf(text)).toEqual(steps)
})

test('every word of a step is in the text', () => {
  const line = fc.stringMatching(/^[ \-*#.0-9a-zA-Z`)]{0,30}$/)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const text = lines.join('\n')
      const words = new Set(text.match(/[a-z0-9]+/gi))
      for (const step of stepsOf(text))
        for (const word of step.match(/[a-z0-9]+/gi) ?? []) expect(words).toContain(word)
    }),
  )
})

test('a hostile text takes no longer than a long one', () => {
  for (const text of [
    '1. '.repeat(50_000),
    '`'.repeat(100_000),
    '. A'.repeat(50_000),
    ' '.repeat(100_000),
    `a${'\t'.repeat(100_000)}b`,
    `- a${'\n'.repeat(19_000)}- b`,
  ])
    expect(stepsOf(text).join('').length).toBeLessThanOrEqual(20_000)
})

test('of similar steps the first is kept, up to the limit', () => {
  const steps = [
    'Restart the spooler on print-01.',
    'Clear the queue.',
    'restart the spooler on print-01',
    'Restart the spooler on print-02.',
    'Tell the user.',
  ]
  expect(distinct(steps, 9)).toEqual([steps[0], steps[1], steps[3], steps[4]])
  expect(distinct(steps, 2)).toEqual([steps[0], steps[1]])
  expect(distinct([], 5)).toEqual([])
})
