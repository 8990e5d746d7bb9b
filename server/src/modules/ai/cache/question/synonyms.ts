import { stemOf } from '../../text/stem.ts'
import { synonymLines } from './synonym-lines.ts'
import { grammar, setOf } from './words.ts'

/** What a question is about: one name for a word or phrase and its synonyms. */
export interface Concept {
  name: string
  /** As they stand in the question. */
  words: string
  /** Too general to tell two questions apart. */
  is_light: boolean
}

/** Concepts that are often used for one another; whether they mean the same depends on the rest of the question. */
const kin = `
  create/configure/add/open/write, add/install/connect/upload/register, access/open/connect/permission/login, request/receive/buy/find,
  install/configure/download/deploy/execute, download/receive/find, allowed/enable/use, connect/join/pair/share, see/find/detect/test/verify/know,
  change/configure/choose/rotate/reset, incident/ticket/case/problem/issue, delete/uninstall/undo/clear/cancel/close/stop, disk/storage/driv,
  phone/mobile/call/phone number/contact/helpdesk, user/account/somebody/people/employee/customer/colleague, data/attachment/picture/spreadsheet/slide/email,
  email/message/mailbox/inbox, not work/down/can not/error/freeze/crash/drop/stop, receive/see/detect/find, stop/disable/prevent/block/end/unsubscribe/cancel,
  slow/long/performance, policy/allowed/requirement/necessary, storage/quota/size/full, lost/delete/no longer/forget, restart/start, server/computer/system/host,
  folder/network drive/data/storage/shared folder, password/credential/login/pin, team/group/department, license/application, cost/invoice, time/when/date/clock,
  meeting/call/video call/appointment, cancel/stop/delete, number/count/many, solve/repair/end, escalate/assign/transfer/forward, subscribe/notify/receive,
  training/webinar, enable/start/use, replace/change/second, sound/hear/noise/speaker/loud, screen/picture/camera, update/upgrade/install/patch, status/where/see,
  print/printer, scan/scanner, send/share/transfer/forward, record/write/save, text/size, responsible/assign/approve/contact, report/notify/contact/tell,
  wifi/network/internet, site/location/office, schedule/create/recurring, export/download/save, import/upload, usage/high/full, retention/save/long
`

const light = new Set(
  [
    ...setOf(`computer user system client service way thing something work use want need get have message problem issue error
      do make let happen try tell know help machine device tool data process possible currently person people company certain
      own new different item case time other still already any some really additional second also step procedure instruction
      correct proper best easy able request question please show see find follow take give go put keep constantly become
      appear come`),
  ].map(stem),
)

function stem(word: string): string {
  return stemOf(word, { strong: true })
}

const nameOf = (phrase: string) => phrase.split(' ').map(stem).join('_')

/** Stems of a phrase to the name of its line; of a phrase that stands on two lines, the first counts. */
const names = new Map<string, string>()
for (const line of synonymLines.trim().split('\n')) {
  const [first, others] = line.split(':') as [string, string]
  for (const phrase of [first, ...others.split(',')].map((each) => each.trim()))
    if (!names.has(nameOf(phrase))) names.set(nameOf(phrase), nameOf(first.trim()))
}
const longest = Math.max(...[...names.keys()].map((name) => name.split('_').length))

/** The name that stands for a word or phrase and all its synonyms. */
export const conceptName = (phrase: string): string => names.get(nameOf(phrase)) ?? nameOf(phrase)

const kinOf = new Map<string, Set<string>>()
for (const group of kin.trim().split(/,\s*/)) {
  const all = group.split('/').map((phrase) => conceptName(phrase))
  for (const name of all) kinOf.set(name, new Set([...(kinOf.get(name) ?? []), ...all]))
}

export const areKin = (a: string, b: string): boolean => a !== b && kinOf.get(a)?.has(b) === true

/** The concepts of a form's words in their order, the longest phrases first; words of grammar only are left out. */
export function conceptsOf(words: readonly string[]): Concept[] {
  const stems = words.map(stem)
  const concepts: Concept[] = []
  for (let at = 0; at < stems.length;) {
    let length = Math.min(longest, stems.length - at)
    while (length > 1 && !names.has(stems.slice(at, at + length).join('_'))) length--
    const phrase = words.slice(at, at + length).join(' ')
    const known = names.get(stems.slice(at, at + length).join('_'))
    const name = known ?? stems[at]!
    if (known || !grammar.has(words[at]!)) concepts.push({ name, words: phrase, is_light: light.has(name) })
    at += length
  }
  return concepts
}
