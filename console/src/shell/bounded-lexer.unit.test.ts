import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { BoundedLexer } from './bounded-lexer.ts'

const marked = new Marked({ breaks: true })
const render = (text: string) => marked.parser(new BoundedLexer(marked.defaults).lex(text))

test.each([
  'Some *words*, **more** and ~~none~~ in [a link](https://a.example), `code` and https://b.example.',
  '# Title\n\n> a quote\n> > in a quote\n\n- one\n  - two\n    1. three\n\n```sh\nls *\n```\n\n| a | b |\n|---|---|\n| *c* | d |',
])('ordinary Markdown is as always: %s', (text) => {
  expect(render(text)).toBe(marked.parse(text))
})

test.each(['>', '> ', '1. ', '- > '])('any number of %j is shown', (mark) => {
  expect(render(`${mark.repeat(50_000)}the end`)).toContain('the end')
})

test('a long paragraph is text with its lines', () => {
  const html = render(`*first* <b>\n${'word '.repeat(1000)}\nlast`)
  expect(html).toMatch(/^<p>\*first\* &lt;b&gt;<br>word .* <br>last<\/p>\n$/)
})

test.each(['__a_b ', '_a', '*_', '~a~', 'x***', ' \n a', '[', '![](', '<!--', 'a  \n'])(
  'a text of nothing but %j takes no longer than other long text',
  (unit) => {
    expect(render(unit.repeat(100_000 / unit.length))).not.toBe('')
  },
)
