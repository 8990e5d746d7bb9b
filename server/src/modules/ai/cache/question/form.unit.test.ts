import { describe, expect, test } from 'vitest'
import { formOf, keyForm } from './form.ts'

const keyOf = (text: string) => keyForm(formOf(text))

describe('one question has one form, however it is dressed', () => {
  test.for([
    [
      'how: restart print spooler',
      [
        'How do I restart the print spooler?',
        'how to restart the print spooler',
        'HOW DO I RESTART THE PRINT SPOOLER???',
        'Hi team, could you please tell me how to restart the print spooler? Thanks a lot!',
        'Good morning, how can I restart the print spooler? Kind regards, Anna',
        'Could you tell me how I restart the print spooler?',
        'What are the steps to restart the print spooler?',
      ],
    ],
    [
      'say: can not sign in to portal',
      ["I can't sign in to the portal", 'I am unable to sign into the portal'],
    ],
    ['how: encrypt email', ['How do I encrypt an e-mail?', 'How do I encrypt emails?']],
    ['how: set up mfa', ['How do I set up MFA?', 'How do I set-up two-factor authentication?']],
    ['say: backup job failed', ['The backup job failed', 'The back-up job failed!']],
    ['how: get license', ['How do I get a licence?', 'How can I get a license?']],
    ['why: printer slow', ["Why's the printer so slow?", 'The printer is so slow, what is the reason?']],
    [
      'say: disk usage > 95% on db01',
      ['Disk usage above 95% on db01', 'The disk usage is more than 95 % on DB01'],
    ],
  ] as const)('%s', ([form, questions]) => {
    expect(questions.map(keyOf)).toEqual(questions.map(() => form))
  })
})

describe('what may make a difference stays', () => {
  test.for([
    ['How do I see my open incidents?', 'how: see my open incident'],
    ['Does site A replicate to site B?', 'is: site A replicate to site B'],
    ['How do I contact IT?', 'how: contact It'],
    ['Is MFA off?', 'is: Mfa off'],
    ['What can a viewer do?', 'what: can viewer do'],
    ['The agent was blocked', 'say: agent was blocked'],
    ['grep -v "is a directory" a.txt', 'say: grep -v "is_a_directory" a.txt'],
    ['状态 是什么', 'say: 状态 是什么'],
  ])('%s', ([question, form]) => {
    expect(formOf(question!)).toBe(form)
  })
})

test('a text without a word that counts is taken as it is, and so is a long one', () => {
  expect(formOf('Hello')).toBe('text: Hello')
  expect(formOf('  Is   it? ')).toBe('text: Is it?')
  expect(formOf('')).toBe('text: ')
  const story = `The ${'printer '.repeat(200)}`
  expect(formOf(story)).toBe(`text: ${story.trim()}`)
})

test.for(['!', "'", '"', '-', 's', ' how', 'A.', '1 ', '(', '~', '`a ', 'please '])(
  'a long text of nothing but %j runs away with no pattern',
  (sign) => {
    expect(formOf(sign.repeat(1000).slice(0, 1000))).toMatch(/^\S+: /)
  },
)
