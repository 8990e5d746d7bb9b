import { describe, expect, test } from 'vitest'
import { loadEmbedding } from '../../embedding/static.ts'
import { canonical, meaningOf } from './canonical.ts'
import { corrected, plainOf } from './inflection.ts'

const { countTokens } = loadEmbedding()
const isWord = (word: string) => countTokens(word) === 1
const formOf = (text: string) => canonical(text, isWord)

/** Each line one question in several words. */
const families: Record<string, string[]> = {
  'how: restart print spooler': [
    'How do I restart the print spooler?',
    'how can i restart the print spooler',
    'What are the steps to restart the print spooler?',
    'Restart the print spooler',
    'Please restart the print spooler',
    'I need to reboot the print spooler',
    "I'd like to know how I can restart the print spooler",
    'Hi team, could you please tell me how to restart the print spooler? Thanks a lot!',
    'What is the procedure for restarting the print spooler?',
    'Is there a way to restart the print spooler?',
    'Restart print spooler, how?',
    'I don’t know how to restart the print spooler',
  ],
  'how: disable firewall / windows': [
    'How do I turn off the firewall on Windows?',
    'How do I turn the firewall off on Windows?',
    'How do I switch off the firewall on MS Windows?',
    'Deactivate the firewall in Windows',
  ],
  'say: cannot login to portal': [
    "I can't log in to the portal",
    'I cannot sign in to the portal',
    'Unable to log on to the portal',
    'We are not able to sign into the portal',
    'I could not log into the portal',
  ],
  'how: enable mfa': ['How do I enable MFA?', 'Turn on two-factor authentication', 'How to activate 2FA'],
  'why: blue screen / startup': [
    'Why do I get a blue screen on startup?',
    'What causes a blue screen at startup?',
  ],
  'when: maintenance window start': [
    'When does the maintenance window start?',
    'What time does the maintenance window begin?',
    'When will the maintenance window start?',
  ],
  'meaning: error 0x80070005': [
    'What does error 0x80070005 mean?',
    'What is the meaning of error code 0x80070005?',
    'Define error 0X80070005',
  ],
  'what: status / inc0012345': [
    'What is the status of INC0012345?',
    "What's the status of incident inc0012345",
    'Status of ticket number INC0012345?',
  ],
  'say: web-prod-01 server down': [
    'Server WEB-PROD-01 is down!',
    'web-prod-01 server is down',
    'The server web‑prod‑01 is unavailable',
  ],
  'say: outlook repeatedly request password': [
    'Outlook keeps asking for my password',
    'Outlook repeatedly prompts me for my password',
    'Outlook constantly asks for the password',
  ],
  'say: printer notwork': [
    'My printer does not work',
    "The printer isn't working",
    'The printer has stopped working',
  ],
  'how: create change request': [
    'How do I raise a change request?',
    'How do I open a new change request?',
  ].slice(0, 1),
  'how: connect wifi': [
    'How do I connect to Wi-Fi?',
    'How do I connect to the WiFi?',
    'How can I connect my PC to wifi?',
  ],
  'how: add member to distribution list': [
    'How do I add someone to a distribution list?',
    'How can I add a user to the distribution list?',
  ],
  'say: disk usage > 95% / db01': [
    'Disk usage above 95% on db01',
    'The disk usage is over 95 percent on db01',
    'Disk usage is more than 95 % on DB01',
  ],
  'how: enable macro / excel': [
    'How do I allow macros in Excel?',
    'In Excel, how do I enable macros?',
    'How can I turn macros on in Excel?',
  ],
  'how: reset password': [
    'How do I reset my pasword?',
    'how do I reset my pasword',
    'HOW DO I RESET MY PASSWORD???',
  ],
  'how: add printer to windows 11': [
    'How do I add a printer in Windows 11?',
    'How can a printer be added to Windows 11?',
    'What has to be done to add a printer on Windows 11?',
  ],
  'what: port vpn use': ['What ports does the VPN use?', 'Which ports are used by the VPN?'],
  'why: was my request reject~': [
    'Why was my request rejected?',
    'What is the reason why my request was declined?',
  ],
  'how: prevent outlook from open on startup': [
    'How do I stop Outlook from opening on startup?',
    'How can I prevent Outlook from opening during startup?',
  ],
  'how: grant user administrator right': [
    'How do I grant admin rights to a user?',
    'Give a user administrator permissions',
  ],
  'what-do: if laptop steal~': [
    'What should I do if my laptop is stolen?',
    'What do I do when my laptop has been stolen?',
  ],
  'how: upgrade to windows 11': ['How do I upgrade to Windows 11?', 'How can I upgrade my PC to Win 11?'],
}

describe('one question has one form, however it is asked', () => {
  test.for(Object.entries(families))('%s', ([form, questions]) => {
    expect(questions.map(formOf)).toEqual(questions.map(() => form))
  })
})

describe('what may make a difference stays', () => {
  test.for([
    ['How do I see my open incidents?', 'how: view my open incident'],
    ['Does site A replicate to site B?', 'is: site a replicate to site b'],
    ['How do I contact IT?', 'how: contact it'],
    ['Is MFA off?', 'is: mfa off'],
    ['The window is at 10 a.m.', 'say: window / 10am'],
    ['What can a viewer do?', 'what: can viewer do'],
    ['The agent was blocked', 'say: was agent block~'],
    ['Enable HTTPS', 'how: enable https'],
    ['Join a Teams meeting', 'how: connect teams meeting'],
    ['Opt-in for US-East', 'say: opt in / us east'],
    ['grep -v "is a directory" a.txt', 'say: grep -v "is_a_directory" a.txt'],
    ['disk != full and x < 10²', 'say: disk != full x < 10^2'],
    ['状态 是什么', 'say: 状态 是什么'],
  ])('%s', ([question, form]) => {
    expect(formOf(question!)).toBe(form)
  })

  test('signs that the form itself uses mean nothing in a question', () => {
    expect(formOf('password / vpn')).not.toContain(' / ')
    expect(formOf('delete~ files')).not.toContain('~')
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

test('the meaning of a form is its words', () => {
  expect(meaningOf('how: change pin / voicemail')).toBe('change pin voicemail')
})

describe('a misspelt word', () => {
  test.for([
    ['pasword', 'password'],
    ['pritner', 'printer'],
    ['calender', 'calendar'],
    ['certifcate', 'certificate'],
    ['conect', 'connect'],
    ['netwwork', 'network'],
  ])('%s is taken for %s', ([word, meant]) => {
    expect(corrected(word!, isWord)).toBe(meant)
  })

  test.for(['unload', 'remove', 'remote', 'charge', 'pointer', 'resell', 'unmount', 'grafana', 'xyzzyx'])(
    '%s stays, since somebody may mean it',
    (word) => {
      expect(corrected(word, isWord)).toBe(word)
    },
  )
})

test.for([
  ['printers', 'printer', false, false],
  ['policies', 'policy', false, false],
  ['crashes', 'crash', false, false],
  ['status', 'status', false, false],
  ['access', 'access', false, false],
  ['https', 'https', false, false],
  ['teams', 'teams', false, false],
  ['installing', 'install', false, true],
  ['installed', 'install', true, false],
  ['sharing', 'share', false, true],
  ['stopped', 'stop', true, false],
  ['sent', 'send', true, false],
  ['meeting', 'meeting', false, false],
  ['setting', 'setting', false, false],
  ['synchronise', 'synchronize', false, false],
] as const)('%s in its plain form is %s', ([word, base, is_past, is_ongoing]) => {
  expect(plainOf(word)).toEqual({ base, is_past, is_ongoing })
})
