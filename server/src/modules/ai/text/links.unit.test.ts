import { describe, expect, test } from 'vitest'
import { withoutForeignLinks } from './links.ts'

const home = 'https://desk.example'
const safe = (text: string) => withoutForeignLinks(text, home)

test.for([
  ['![alt](https://evil.example/x.png "t")', 'alt'],
  ['![a][b]', 'a'],
  ['[words](https://evil.example/y)', 'words'],
  ['[words](<https://evil.example/y> "title")', 'words'],
  ['[![alt](https://evil.example/i)](https://evil.example/l)', 'alt'],
  ['![a [b] c](https://evil.example/x)', '[a [b] c]'],
  [`[ours](${home}/incidents/INC0000001)`, `[ours](${home}/incidents/INC0000001)`],
  ['[here](#part)', '[here](#part)'],
  ['[x][1]\n\n[1]: https://evil.example/', 'x\n\n'],
  ['<https://evil.example/>', 'https://evil.example/'],
  ['a <img src=https://evil.example/x> b', 'a  b'],
  ['a <img alt="<" src=https://evil.example/x> b', 'a &lt;img alt="<" src=https://evil.example/x> b'],
  ['a <script', 'a &lt;script'],
  ['<span style="x">y</span>', 'y'],
  ['Restart <server name>, then 1 < 2 and 3 > 2', 'Restart <server name>, then 1 < 2 and 3 > 2'],
] as const)('%s', ([text, shown]) => {
  expect(safe(text)).toBe(shown)
})

describe('a hostile text takes no longer than a long one', () => {
  test.for([
    '[a](',
    '<a=',
    '![',
    '[',
    '](',
    '<img ',
    '<http://',
    '</a',
    '\n[x]:',
    '[a][',
    '![a](b',
    '<a b=c ',
  ])('of %j', (unit) => {
    const text = unit.repeat(100_000 / unit.length)
    expect(safe(text).length).toBeLessThan(2 * text.length)
  })

  test('with a link that never ends', () => {
    expect(safe(`[a](${' '.repeat(100_000)}x`)).toBe('[a]')
  })
})
