import { rowsOf } from '../../text/rows.ts'
import { stemOf } from '../../text/stem.ts'
import type { Prediction } from '../learning/classifier.ts'
import { wordsOf } from '../learning/grams.ts'

/** `category / subcategory / assignment group: words` */
const table = `
network / vpn / Network Operations: vpn tunnel remote anyconnect globalprotect wireguard
network / wi-fi / Network Operations: wifi wlan wireless ssid hotspot access-point
network / connectivity / Network Operations: network internet router switch firewall dns dhcp latency packet
  ping lan cable port connection
mail / client / Messaging and Collaboration: mail email outlook mailbox exchange inbox calendar attachment
  smtp spam distribution
telephony / phone / Messaging and Collaboration: phone telephone voip call headset voicemail extension teams
  zoom meeting
identity / password / Service Desk: password reset locked lockout unlock expired forgot credentials
identity / access / Identity and Access: access permission login logon sign mfa sso account authentication
  token rights role group
workplace / laptop / Workplace Engineering: laptop pc computer desktop notebook monitor screen keyboard
  mouse dock docking battery charger boot bluescreen
workplace / software / Workplace Engineering: install software application licence license update upgrade
  excel word office browser crash
printing / printer / Service Desk: printer print printing toner paper scanner scan spooler cartridge
storage / file share / Server and Storage: share drive folder file storage disk quota nas onedrive
  sharepoint space
backup / job / Server and Storage: backup restore snapshot tape recovery veeam
server / availability / Server and Storage: server vm host cpu memory reboot linux windows hypervisor vmware
  rack
database / performance / Database Administration: database sql oracle postgres postgresql mysql query
  deadlock replication tablespace
platform / deployment / Platform Engineering: kubernetes pod cluster container docker deploy deployment
  pipeline release api gateway certificate
business applications / erp / Business Applications: erp sap crm invoice order finance payroll hr salesforce
  ledger booking
security / phishing / Security Operations: phishing malware virus ransomware suspicious hacked breach
  security spoofed stolen lost`

const kinds = rowsOf(table, ' ').map(({ head, items }) => {
  const [category = '', subcategory = '', assignment_group = ''] = head.join(' ').split(' / ')
  return { category, subcategory, assignment_group, words: new Set(items.map((word) => stemOf(word))) }
})

export type Field = 'category' | 'subcategory' | 'assignment_group'

interface KeywordReading extends Record<Field, Prediction[]> {
  words: string[]
}

/** Maximum confidence without history. */
const maxConfidence = 0.4
const unknown: Record<Field, Prediction> = {
  category: { value: 'other', confidence: 0.1 },
  subcategory: { value: 'general', confidence: 0.1 },
  assignment_group: { value: 'Service Desk', confidence: 0.1 },
}

/** Guesses from keywords. `within`: the category, if known. */
export function readKeywords(text: string, within?: string): KeywordReading {
  const stems = new Map(wordsOf(text).map((word) => [stemOf(word), word]))
  const matches = kinds
    .map((each) => ({ ...each, known: [...stems.keys()].filter((stem) => each.words.has(stem)) }))
    .filter(({ known }) => known.length > 0)
  const total = matches.reduce((sum, { known }) => sum + known.length, 0)
  const guesses = (field: Field, among: typeof matches): Prediction[] => {
    const votes = new Map<string, number>()
    for (const match of among) votes.set(match[field], (votes.get(match[field]) ?? 0) + match.known.length)
    // Keywords of other kinds lower the confidence.
    const found = [...votes].map(([value, n]) => ({ value, confidence: (maxConfidence * n) / total }))
    return found.length > 0 ? found.toSorted((a, b) => b.confidence - a.confidence) : [unknown[field]]
  }
  const category = guesses('category', matches)
  const wanted = within ?? category[0]!.value
  return {
    category,
    subcategory: guesses(
      'subcategory',
      matches.filter((match) => match.category === wanted),
    ),
    assignment_group: guesses('assignment_group', matches),
    words: [...new Set(matches.flatMap(({ known }) => known))].map((stem) => stems.get(stem)!),
  }
}

export function explainKeywords(words: string[]): string {
  if (words.length === 0)
    return 'There is no history to learn from yet, and no word of the text is in the built-in list.'
  const named = words.slice(0, 4).map((word) => `"${word}"`)
  return `There is no history to learn from yet; the built-in list contains ${named.join(', ')}.`
}
