import { expect, test } from 'vitest'
import { emailReplies } from '../../../test/email-replies.ts'
import { replyLine } from '../notifications/texts.ts'
import { htmlToText } from './html.ts'
import { replyIn } from './reply.ts'

const ours = [replyLine, '', 'Ada changed INC0000001: state new to in progress.', '', 'https://x.test/INC1']
const quoted = ours.map((line) => `> ${line}`).join('\n')
const plain = ours.join('\n')

test.each([
  [
    'Gmail',
    `It works now.\n\nOn Thu, 19 Nov 2026 at 10:12, Mainstay <desk@example.com>\nwrote:\n\n${quoted}`,
  ],
  [
    'Apple Mail',
    `It works now.\n\n> On 19. Nov 2026, at 10:12, Mainstay <desk@example.com> wrote:\n> \n${quoted}`,
  ],
  ['Thunderbird, German', `It works now.\r\n\r\nAm 19.11.26 um 10:12 schrieb Mainstay:\r\n${quoted}`],
  [
    'Outlook',
    `It works now.\n\n________________________________\nFrom: Mainstay <desk@example.com>\nSent: Thursday\nTo: Ben\nSubject: INC0000001\n\n${plain}`,
  ],
  [
    'Outlook, French',
    `It works now.\n\n-----Message d'origine-----\nDe : Mainstay\nEnvoyé : jeudi\nÀ : Ben\nObjet : INC0000001\n\n${plain}`,
  ],
  ['a quotation without our line', `It works now.\n\nOn Thursday Mainstay wrote:\n> Ada changed it\n> twice`],
  ['a signature', `It works now.\n\n-- \nBen Okri\nPhone 1234\n\nOn Thursday Mainstay wrote:\n${quoted}`],
  ['no quotation', 'It works now.'],
])('the reply of %s', (_, text) => {
  expect(replyIn(text)).toBe('It works now.')
})

test('what is between quotations, ends with a colon or looks like a header stays', () => {
  const answers = 'See below.\n\n> Which host?\npg-erp\n> Since when?\nNoon'
  expect(replyIn(answers)).toBe(answers)
  expect(replyIn('Note: the log says:\n\nError: disk full')).toBe('Note: the log says:\n\nError: disk full')
  const long = 'One\ntwo\nthree\nfour lines that end with:'
  expect(replyIn(`${long}\n\n${quoted}`)).toBe(long)
})

test('nothing above the quotation is no reply', () => {
  expect(replyIn(`\n\nOn Thursday Mainstay wrote:\n\n${quoted}`)).toBe('')
})

test.each(emailReplies)('what is new in $name', async ({ text, isHtml, reply }) => {
  expect(replyIn(isHtml ? await htmlToText(text) : text)).toBe(reply)
})

test.each(['Ada <ada@x.test> wrote at 10:12:\n', 'On a\n', 'From: a\nSubject: b\n', '> a\nb\n', 'a@'])(
  'a text of nothing but %j is read in one pass',
  (line) => {
    const text = line.repeat(2 ** 20 / line.length)
    expect(text).toContain(replyIn(text))
  },
)
