import { plainOf } from './inflection.ts'

/**
 * Ways to say the same in our trade; the first stands for all of its line. Only what is the same in every question has a
 * place here: a pair that differs in one question out of a hundred gives a wrong answer to somebody.
 */
const lines = `
  enable: activate, allow, permit, turn on, switch on
  disable: deactivate, turn off, switch off
  reactivate: re enable, reenable, re activate
  shutdown: shut down, power down, power off
  login: log in, log on, logon, sign in, signin, sign on, signon
  logout from: logout of
  logout: log out, log off, logoff, sign out, signout
  subscribe: sign up, sign up for, subscribe to, subscribe for
  unsubscribe: unsubscribe from, opt out of
  enroll: enrol, register
  configure: set up, setup, set
  restart: reboot
  start: launch, begin
  end: finish
  create: make
  delete: remove, erase, get rid of
  find: locate, find out
  transfer: move
  restore backup: restore from backup
  uninstall application: delete application
  request new: order new
  pdf: pdf file
  view: see, look at, take a look at, show, check
  repair: fix, solve, troubleshoot
  increase: raise, enlarge, make larger, make bigger
  decrease: reduce, lower, shrink, make smaller
  accelerate: speed up, make faster
  clear: flush, empty, purge
  restore: recover, get back, bring back
  choose: select, pick
  book: reserve
  rename: change name of
  schedule~: planned
  automatic: auto
  duplex: double sided, double side, both side, on both side, two sided
  buy: purchase
  backup: back up
  rollback: roll back, revert
  deploy: roll out
  reject: decline, refuse
  quit: exit
  merge: combine
  notify: inform
  mute: silence
  free: free up
  clean: clean up
  prevent: avoid
  request: ask for, prompt for, apply for
  ask: prompt
  get: receive, obtain
  request access: get access, gain access, apply for access
  contact: get in touch with, get in contact with, get hold of, reach, reach out to
  own: owner of, responsible for, in charge of, accountable for
  grant: give
  connect: connect to, connect with, join
  disconnect: disconnect from
  login to: log into, sign into, log onto, login on, login at, login onto, login into
  change: modify, alter, amend
  use: make use of, utilize
  verify: make sure, ensure
  print: print to, print on, print out, print out on, print with
  reply: respond
  freeze: hang, lock up
  forget: not remember, cannot remember
  synchronize: sync
  email: e mail, mail, electronic mail
  mailbox: email box, mail box
  spam: junk, junk mail, spam mail
  wifi: wi fi, wireless network, wireless internet, wlan, wireless lan, wi fi network, wifi network
  internet: internet connection
  computer: pc, personal computer
  laptop: laptop computer, notebook computer
  mobile: cell phone, cellphone, mobile phone, smartphone, smart phone
  phone: telephone
  charger: power adapter
  application: app, program
  maximum: max
  minimum: min
  memory: ram
  cpu: processor
  badge: id card, access card
  outage: downtime
  deadline: due date
  administrator: admin, sysadmin
  information: info
  document: doc
  documentation: docs
  picture: photo
  database: db
  repository: repo
  department: dept
  configuration: config
  password: pwd, passwd, pass word
  username: user name
  directory: dir
  environment: env
  production: prod
  development: dev
  certificate: cert
  browser: web browser
  website: web site
  webpage: web page
  url: web address
  filename: file name
  hostname: host name
  screenshot: screen shot, screen capture
  antivirus: anti virus
  spreadsheet: spread sheet
  timesheet: time sheet
  payslip: pay slip
  voicemail: voice mail
  vm: virtual machine
  os: operating system
  sso: single sign on
  mfa: 2fa, two factor authentication, 2 factor authentication, 2-factor authentication, two factor auth, 2-factor auth,
    two factor, 2-factor, multi factor authentication, multifactor authentication, multi factor auth, multi factor,
    two step verification, 2-step verification, two step authentication, mfa authentication
  vpn: virtual private network, vpn connection
  ad: active directory
  ip: ip address
  kubernetes: k8s
  m365: office 365, microsoft 365, o365, ms 365
  usb drive: usb stick, usb key, usb flash drive, flash drive, thumb drive, memory stick, pen drive
  hard disk: hard drive, hdd, harddisk
  outofoffice: out of office, out of office reply, out of office message, out of office response,
    out of office notification, out of office autoreply, ooo, ooo message, ooo reply
  autoreply: auto reply, automatic reply
  helpdesk: help desk, service desk, servicedesk, it help desk, it service desk
  share: shared folder, network share, file share
  group: assignment group
  employee: staff, staff member
  new hire: new employee, new starter, new joiner
  right: permission, privilege, access right
  screen: monitor, display
  license: licence
  error: error message
  problem: issue, trouble
  problem with: have problem with, have issue with, have trouble with, have difficulty with, difficulty with
  ticket: support ticket
  knowledge article: kb article, knowledge base article
  down: unavailable, not available, out of service
  slow: sluggish
  large: big
  newest: latest, most recent
  wrong: incorrect
  remotely: from home
  startup: start up, boot up
  on startup: at startup, during startup, upon startup, on start up, at start up
  repeatedly: constantly, continuously, continually, over and over, again and again
  notwork: not work, stop work, no longer work, not function, stop function, not work any more, not work anymore,
    not work any longer
  cannot: can not, unable to, not able to, unable, could not, impossible to, not possible to, fail to, not manage to
  maynot: not allowed to, not permitted to, may not
  can: allowed to, permitted to, able to
  must: have to, need to
  should: supposed to, ought to
  will: going to
  every: each
  daily: every day, each day
  all: all of
  entire: whole
  currently: at the moment, right now, at present
  somebody: someone
  everybody: everyone
  nobody: no one
  anybody: anyone
  before: prior to
  because: because of, due to
  to: in order to, so as to
  if: whether, in case
  about: regarding, concerning
  colleague: coworker, co worker
  quickly: fast
  mean: meaning, definition
  windows: ms windows, microsoft windows
  excel: ms excel, microsoft excel
  outlook: ms outlook, microsoft outlook
  teams: ms teams, microsoft teams
  word: ms word, microsoft word
  powerpoint: ms powerpoint, microsoft powerpoint, power point
  sharepoint: ms sharepoint, microsoft sharepoint, share point
  onedrive: ms onedrive, microsoft onedrive, one drive
`

/** A run of words in their plain form, and the words that stand for it; by its first word, the longest first. */
export interface Phrase {
  words: { word: string; is_past: boolean }[]
  meaning: string[]
}

function read(text: string): Map<string, Phrase[]> {
  const all = text
    .trim()
    .split(/\n\s*(?=[^\n]*:)/)
    .flatMap((line) => {
      const [meaning, ways] = line.split(':')
      return ways!.split(',').map((way) => ({
        words: way.trim().split(/\s+/).map(inPlainForm),
        meaning: meaning!.trim().split(' '),
      }))
    })
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of all.toSorted((a, b) => b.words.length - a.words.length)) {
    const first = phrase.words[0]!.word
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  return byFirst
}

const inPlainForm = (way: string) => {
  const { base, is_past } = plainOf(way)
  return { word: base, is_past }
}

export const phrases = read(lines)
