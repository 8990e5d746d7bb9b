/**
 * Ways to say the same at a service desk, a line for each; the first stands for all of its line. They need not be the same
 * everywhere: the network judges by more than them (ADR 0017). Auxiliaries and articles are left out, and `of` is `for`, as
 * in a form.
 */
export const synonymLines = `
  laptop: notebook, laptop computer, notebook computer
  computer: pc, desktop pc, desktop computer, workstation, machine
  screen: monitor, display
  email: mail, email message, mail message, electronic mail
  mailbox: mail box, email box, email account, mail account
  mobile: smartphone, cell phone, mobile phone, smart phone, cellphone, handset, company phone, work phone, business phone, business mobile, work mobile, company mobile, company smartphone, iphone mobile
  phone: telephone, desk phone, office phone
  folder: directory
  application: app, program, software
  administrator: admin, sysadmin, administrative
  database: db, sql database
  repository: repo
  picture: photo, image, photograph
  certificate: cert
  configuration: config, setting
  permission: privilege, access right, right, authorization, authorisation
  colleague: coworker, co worker, teammate, workmate, team member, somebody in team
  employee: staff member, staff, worker, personnel
  somebody: someone, another person, other person, somebody else, someone else, person, another user, other user, else
  people: everyone, everybody, participant
  helpdesk: help desk, service desk, support desk, it support, support team, hotline
  usb stick: usb drive, flash drive, thumb drive, memory stick, usb key, pen drive, usb flash drive
  hard disk: hard drive, harddisk, hdd
  smart card: smartcard
  pay slip: payslip, salary slip, pay stub, salary statement
  meeting room: conference room
  operating system: os
  delete: erase, remove, get rid for, clear out, wipe
  clear: flush, empty
  disable: deactivate, turn off, switch off
  enable: activate, turn on, switch on
  restart: reboot
  start: launch, boot, boot up, start up, power on, power up, begin, startup
  shut down: shutdown, power off, power down
  change: modify, alter, edit, adjust, choose another, set different, set another, switch to another, update, set new, switch
  choose: select, pick
  buy: purchase
  reserve: book
  merge: combine, consolidate
  login: log in, log on, sign in, logon, sign on, signin, logging in
  logout: log out, log off, sign out, logoff, signout
  synchronize: sync, synchronise, synchronization
  restore: recover, get back, bring back, retrieve, recovery, getting back
  configure: set up, setup
  find: locate, look up, find out, search, look for
  large: big, huge
  larger: bigger, increase size for, enlarge, make bigger, make larger, increase size
  wrong: incorrect, false
  slow: sluggish, laggy, lag, take long, take very long, take extremely long, take forever, terrible performance, poor performance, poor speed, performance terrible, slowly, run slowly, very long
  currently: at moment, at present, right now, now
  responsible: in charge, accountable, own, owner, ownership, belong to, look after, take care for, maintain
  newest: latest, most recent
  every: each
  increase: raise, extend, expand, grow, scale up, postpone
  decrease: reduce, lower, shrink, bring down
  request: ask for, apply for, order, put in request for, submit request for, obtain, apply
  quickly: fast
  see: view, look at, watch
  transfer: move, migrate, relocate
  repair: fix, troubleshoot, sort out
  solve: resolve, resolution
  freeze: hang, froze, frozen, hung, become unresponsive, stop responding, lock up, unresponsive, not respond, not react, get stuck, stuck
  crash: close unexpectedly, quit unexpectedly, close by itself, shut down unexpectedly, exit unexpectedly
  about: regarding, concerning
  mute: silence
  new employee: new hire, new starter, new joiner, newcomer, new colleague
  internet: internet connection, internet access
  vpn: vpn connection, vpn tunnel
  planned: scheduled
  schedule: plan
  create: make, generate, build
  register: sign up, enroll, enrol
  subscribe: sign up for, get updates about, get update about, get updates by email, get notified about
  notification: alert
  notify: inform, tell
  forget: forgot, forgotten, no longer know, not remember, can not remember, not know anymore
  automatic: automatically, auto, by itself, on its own
  ticket: support ticket, service ticket
  group: assignment group
  tls: ssl
  connect: attach, hook up, plug in, link, relate
  network drive: network share, file share, mapped drive, shared drive
  storage: disk space, storage space, space, free space
  quota: storage limit, size limit, space limit, maximum size, limit
  full: too little space, no space left, run out for space, out for space, no free space, not enough space, no more space, too full, low on space, almost full, quota exceeded, reached limit
  outage: downtime, service interruption, disruption
  down: not available, unavailable, offline, out for service, not reachable, unreachable, can not reach, can not be reached, not accessible, can not get to, can not connect to
  spam: junk, junk mail, junk email, unwanted mail, unwanted email, unsolicited email
  phishing: suspicious, fraudulent, scam
  out of office: out for office, autoreply, automatic reply, auto reply, absence message, absence notice, vacation message, away message, automatic response, out for office message, out for office reply, vacation responder
  distribution list: mailing list, distribution group, mail list, email list
  jam: paper jam, jammed, paper stuck, paper gets stuck, paper get stuck
  sound: audio
  microphone: mic
  camera: webcam
  headset: headphone, earphone
  speaker: loudspeaker
  noise: loud, noisy, lot for noise, make noise
  call: ring, phone up
  voicemail: voice mail, answering machine
  video call: video conference, videoconference, video meeting
  meeting: conference
  holiday: vacation, annual leave, day off
  home office: remote work, work from home, work remotely, working from home, remote working, work at home
  private: personal
  allowed: permitted, ok, okay, acceptable, allow, permit
  forbidden: prohibited, not allowed, not permitted, banned
  necessary: required, mandatory, compulsory, needed, must have, require
  policy: rule, guideline, regulation
  contact: reach, get in touch with, get hold for
  record: recording, make recording for, capture
  screenshot: screen capture, screen shot, capture screen, picture for screen
  backup: back up, backup copy
  uninstall: deinstall, remove program, remove application
  license: licence, software license
  dock: docking station
  charger: power adapter, power supply, ac adapter, charging cable, power cord
  print: printout, print out, output
  wifi: wireless, wireless network, wireless connection, wi fi, wlan, wireless lan
  guest: visitor
  weak: poor, bad
  website: web site, web page, webpage, internet page
  browser: web browser, internet browser
  bookmark: favorite
  spreadsheet: workbook, worksheet
  slide: presentation, slide deck
  calendar: calender
  appointment: calendar entry, calendar event
  hostname: computer name, name for computer, host name, pc name, device name, machine name, name for machine
  ip address: ip
  username: user name, user id, login name, account name
  display name: name that other see, name other see, name people see, shown name
  blank: white, empty page
  mfa: second factor, authenticator app, authenticator
  security code: login code, verification code, one time password, otp
  access token: token
  api key: api token
  virtual machine: vm, virtual server
  log: log file, logfile
  escalate: escalation, pass on to
  assign: assignment, hand over, reassign, delegate, pass to
  approve: approval, sign off
  reject: decline, turn down, deny, refuse, not accept
  reopen: open again, opened again
  cancel: withdraw, abort, call off, kill
  status: how far, progress, current state
  knowledge article: kb article, article in knowledge base, knowledge base article, help article, article for knowledge base
  knowledge base: kb
  workaround: temporary fix, temporary solution
  leaver: employee leave, employee who left, departing employee, employee leaving, somebody leave company
  badge: access card, id card, key card, entry card, employee card
  data center: datacenter, data centre
  server room: computer room
  remote desktop: rdp, remote desktop session
  lost: lose, misplaced, mislaid, missing, gone, disappear, disappeared, vanish, not there anymore
  stolen: theft, stole, steal
  not work: no longer work, stopped working, stop working, fail, malfunction, not function, broken, defective, faulty, damaged, out for order, dead, failure, not go through, not run
  can not: unable, not able, not possible, impossible
  no longer: not anymore, not any more, any longer
  constantly: continuously, all time, again and again, over and over, repeatedly, keep, kept, always, every time, each time, continually
  often: frequently
  sometimes: occasionally, from time to time, now and then, intermittently
  immediately: straight away, right away, instantly
  drop: kick out, disconnect, lose connection, break off, cut out, interrupted, get cut off, connection lost, connection drop, get disconnected, interruption
  flicker: blink, flash
  sudden: suddenly, without warning, unexpectedly, out for nowhere
  late: delayed, with delay, delay, too late
  expire: run out, expiry, expiration
  renew: renewal
  recall: take back, unsend
  send: sent
  receive: get, got, arrive, come in
  forward: redirect, divert
  prevent: stop from, keep from
  join: take part in, participate in, attend
  share: give access to
  rotate: turn, flip
  rename: give another name, give new name, change name for
  cost: price, expensive, charge for
  phone number: number, telephone number
  text: writing, letter, font
  dark mode: night mode, dark theme, black theme
  due date: deadline
  office hour: opening hour, business hour, service hour, working hour, hour for operation, open to public
  end: finish, over, last until, be over, finished, done, complete
  training: course, workshop
  manual: handbook, user guide, instruction
  virus: malware, trojan
  antivirus: virus scanner, anti virus, virus protection, security software
  abroad: foreign country, another country, overseas
  customer: client
  supplier: vendor
  invoice: bill
  return: give back, hand back, hand in, send back
  replace: exchange, swap
  second: additional, another, extra, further, one more, second one, 2nd
  department: division
  manager: boss, supervisor, line manager
  undo: roll back, revert, rollback, go back to
  previous: earlier, prior, former
  difference: different, differ, compare
  compress: zip
  extract: unzip, unpack
  digital signature: electronic signature, e signature, digitally sign, sign electronically, sign digitally
  chat: instant message
  bluetooth: bt
  touchpad: trackpad, track pad
  hot: overheat, overheated, warm, high temperature, temperature too high, too hot, temperature high
  blue screen: bsod, bluescreen
  memory: ram
  cpu: processor
  subtitle: caption, live caption
  secure: safe, strong
  warn: warning
  page: sheet
  history: version history, old version, previous version, earlier version, older version
  invite: invitation
  recurring: repeat, series, regular, regularly, repeating
  shift: on call shift
  clock: system time, time on computer, time on server
  order for: sequence
  greeting: announcement
  borrow: loan, on loan
  hotline number: emergency number
  handle: deal with, work on, working on
  impact: affect, affected
  wallpaper: desktop background
  important: high importance, high priority
  address book: contact list
  discount: rebate, reduced price
  beamer: projector
  till: cash register, cash desk, checkout
  outdated: old content, not up to date, out for date, obsolete
  bulk: at once, in one go, several at once
  genuine: real, authentic
  several: many, multiple
  bandwidth: internet speed, connection speed, speed for internet, how fast internet
  timeout: time out, timed out
  detect: recognize, recognise, find device, detected, see device, show up, appear, shown
  canteen: cafeteria
  data: file, document, doc
  kubernetes: k8s
  pull request: pr, merge request
  retention: how long keep, how long kept, retention period, kept for, how long stored
  grant: give
  submit: claim
  protect: put password on, password protected, secure with
  maximum: max, largest, biggest
  minimum: min, smallest
  undelivered: undeliverable, bounce, bounce back, delivery failed, not delivered, returned to sender
  fingerprint: biometric
  add in: plugin, plug in module, add on, addin, addon
  hotfix: security update
  reinstall: install again, install anew
  factory reset: reset to factory setting, restore factory setting
  snapshot: checkpoint
  failover: switch over, switchover
  replica: standby
  name resolution: dns resolution, resolve name, resolve hostname
  allow list: whitelist, allowlist, safe sender
  block list: blacklist, blocklist, denylist
  single sign on: sso
  root cause: underlying cause, rca, root cause analysis
  post mortem: postmortem, incident review
  change advisory board: cab
  configuration item: ci
  service catalog: request catalog, service catalogue
  release note: changelog, change log
  end for life: end for support, eol, no longer supported, not supported anymore
  availability: uptime
  duty roster: on call schedule, on call rota, on call plan, duty schedule
  runbook: playbook
  unlock: release lock, lift lock
  figure out: work out
  reachability: ping
  delivery time: lead time
  pin: pin code
  salary: pay, wage
  parking space: parking spot, parking lot, car park
  seat: place
  visitor badge: visitor pass
  expense: expense report, travel expense
  time sheet: timesheet, working time record
  screen saver: screensaver
  night: overnight
  encrypt: encryption
  verify: make sure, validate, confirm
  explain: describe
  list: overview
  urgent: critical, emergency
  upgrade: newer version, new version
  contact person: who to contact
  usage: load, consumption, used, how much used
  deploy: roll out, rollout, release
  execute: run
  on call: duty, on duty
  shortcut: key combination, keyboard shortcut, hotkey
  popup: pop up
  visible: seen by
  title: heading
  shared mailbox: group mailbox, team mailbox, functional mailbox
  shared folder: common folder, team folder
  user profile: profile
  reset: set again
  upload: add attachment, add file
`
