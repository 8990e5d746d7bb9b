import { expect, test } from 'vitest'
import { htmlToText } from './html.ts'

test.each([
  ['<html><head><title>T</title><style>p{}</style></head><body>Hi<script>x()</script></body></html>', 'Hi'],
  ['<p>One</p>\n<p>Two<br>lines</p>', 'One\n\nTwo\nlines'],
  ['<div>a &amp; b&nbsp;c</div><div><br></div><div>d</div>', 'a & b c\nd'],
  ['<ul><li>one</li><li><b>two</b> three</li></ul>end', '- one\n- two three\n\nend'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['new<blockquote>old<blockquote>older</blockquote></blockquote>', 'new\n\n> old\n\n> > older'],
  [
    'see <a href="https://x.test/a">this</a>, <a href="https://x.test">https://x.test</a>',
    'see this (https://x.test/a), https://x.test',
  ],
  ['<a href="javascript:x()">click</a> &lt;b&gt;', 'click <b>'],
  ['no tags at all < 3', 'no tags at all < 3'],
])('%s', async (html, text) => {
  expect(await htmlToText(html)).toBe(text)
})

test.each([
  '<b>',
  '<div>',
  '<ul><li>',
  '<blockquote>',
  '<table><tr><td>',
  '<a href=http://x>',
  '<',
  '</p>',
  '<p a=b ',
])('a page of nothing but %s is read in one pass', async (tag) => {
  expect((await htmlToText(tag.repeat(Math.floor(2 ** 20 / tag.length)))).length).toBeLessThan(2 ** 22)
})
