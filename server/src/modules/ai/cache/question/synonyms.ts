/**
 * Ways to say the same at a service desk; the first stands for all of its line. Only what is the same in every question has a
 * place here, since two questions that differ in such words alone share an answer.
 */
const lines = `
  laptop: notebook, laptop computer, notebook computer
  screen: monitor, display
  email: mail, electronic mail
  mailbox: mail box, email box
  mobile: smartphone, cell phone, mobile phone, smart phone
  phone: telephone
  folder: directory
  application: app, program
  administrator: admin
  database: db
  repository: repo
  document: doc
  information: info
  picture: photo, image
  certificate: cert
  configuration: config
  permission: privilege, access right
  colleague: coworker, co worker
  employee: staff member
  somebody: someone
  helpdesk: help desk, service desk
  usb drive: usb stick, flash drive, thumb drive, memory stick
  hard disk: hard drive, harddisk
  smart card: smartcard
  pay slip: payslip
  meeting room: conference room
  operating system: os
  error: error message
  delete: remove, erase
  disable: deactivate
  enable: activate
  restart: reboot
  start: launch
  change: modify, alter
  choose: select, pick
  buy: purchase
  reserve: book
  merge: combine
  login: log in, log on, sign in, logon
  logout: log out, log off, sign out, logoff
  synchronize: sync
  restore: recover
  configure: set up
  find: locate
  large: big
  wrong: incorrect
  slow: sluggish
  currently: at the moment, right now
  responsible for: in charge for
  newest: latest, most recent
  every: each
  clear: flush, empty
  increase: raise, enlarge
  request: ask for, apply for, prompt for
  get: obtain, receive
  quickly: fast
  see: view
  transfer: move
  repair: fix, solve
  freeze: hang
  about: regarding, concerning
  mute: silence
  new hire: new employee, new starter, new joiner
  internet: internet connection
  vpn: vpn connection
  planned: scheduled
  plan: schedule
  create: make
  subscribe to: sign up for
  forgotten: forgot
  automatic: auto
  ticket: support ticket
  group: assignment group
  ssl: tls
  work email: company email
`

const meanings = new Map(
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [meaning, ways] = line.split(':') as [string, string]
      return ways.split(',').map((way) => [way.trim(), meaning.trim()] as const)
    }),
)

const longestFirst = [...meanings.keys()].toSorted((a, b) => b.length - a.length)
const pattern = new RegExp(`(?<= |^)(?:${longestFirst.join('|')})(?= |$)`, 'g')

/** The words of a form, in lower case, in the words that stand for all their synonyms. */
export const replaceSynonyms = (words: string): string =>
  words.replace(pattern, (way) => meanings.get(way) ?? way)
