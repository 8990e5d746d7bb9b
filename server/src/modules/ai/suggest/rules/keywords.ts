import { stemOf } from '../../retrieval/stem.ts'
import { wordsOf } from '../learning/grams.ts'
import type { Guess } from '../model.ts'

/** A kind of incident that most places have, and what people say of it. */
interface Kind {
  category: string
  subcategory: string
  assignment_group: string
  words: ReadonlySet<string>
}

const kind = (category: string, subcategory: string, assignment_group: string, words: string): Kind => ({
  category,
  subcategory,
  assignment_group,
  words: new Set(words.split(/\s+/).map(stemOf)),
})

const kinds: readonly Kind[] = [
  kind('network', 'vpn', 'Network Operations', 'vpn tunnel remote anyconnect globalprotect wireguard'),
  kind('network', 'wi-fi', 'Network Operations', 'wifi wlan wireless ssid hotspot access-point'),
  kind(
    'network',
    'connectivity',
    'Network Operations',
    'network internet router switch firewall dns dhcp latency packet ping lan cable port connection',
  ),
  kind(
    'mail',
    'client',
    'Messaging and Collaboration',
    'mail email outlook mailbox exchange inbox calendar attachment smtp spam distribution',
  ),
  kind(
    'telephony',
    'phone',
    'Messaging and Collaboration',
    'phone telephone voip call headset voicemail extension teams zoom meeting',
  ),
  kind(
    'identity',
    'password',
    'Service Desk',
    'password reset locked lockout unlock expired forgot credentials',
  ),
  kind(
    'identity',
    'access',
    'Identity and Access',
    'access permission login logon sign mfa sso account authentication token rights role group',
  ),
  kind(
    'workplace',
    'laptop',
    'Workplace Engineering',
    'laptop pc computer desktop notebook monitor screen keyboard mouse dock docking battery charger boot bluescreen',
  ),
  kind(
    'workplace',
    'software',
    'Workplace Engineering',
    'install software application licence license update upgrade excel word office browser crash',
  ),
  kind(
    'printing',
    'printer',
    'Service Desk',
    'printer print printing toner paper scanner scan spooler cartridge',
  ),
  kind(
    'storage',
    'file share',
    'Server and Storage',
    'share drive folder file storage disk quota nas onedrive sharepoint space',
  ),
  kind('backup', 'job', 'Server and Storage', 'backup restore snapshot tape recovery veeam'),
  kind(
    'server',
    'availability',
    'Server and Storage',
    'server vm host cpu memory reboot linux windows hypervisor vmware rack',
  ),
  kind(
    'database',
    'performance',
    'Database Administration',
    'database sql oracle postgres postgresql mysql query deadlock replication tablespace',
  ),
  kind(
    'platform',
    'deployment',
    'Platform Engineering',
    'kubernetes pod cluster container docker deploy deployment pipeline release api gateway certificate',
  ),
  kind(
    'business applications',
    'erp',
    'Business Applications',
    'erp sap crm invoice order finance payroll hr salesforce ledger booking',
  ),
  kind(
    'security',
    'phishing',
    'Security Operations',
    'phishing malware virus ransomware suspicious hacked breach security spoofed stolen lost',
  ),
]

export interface KeywordReading {
  category: Guess[]
  subcategory: Guess[]
  assignment_group: Guess[]
  /** The words of the text that were known. */
  words: string[]
}

/** Nobody has looked at what is usual here, so nobody may be sure. */
const surest = 0.45
const unsure = 0.1

/** What most places would make of a text; of one that says nothing known, only that somebody should look at it. */
export function readKeywords(text: string): KeywordReading {
  const stems = new Map(wordsOf(text).map((word) => [stemOf(word), word]))
  const matches = kinds
    .map((each) => ({ each, known: [...stems.keys()].filter((stem) => each.words.has(stem)) }))
    .filter(({ known }) => known.length > 0)
    .toSorted((a, b) => b.known.length - a.known.length)
  const total = matches.reduce((sum, { known }) => sum + known.length, 0)
  const guesses = (field: 'category' | 'subcategory' | 'assignment_group', among = matches): Guess[] => {
    const counts = new Map<string, number>()
    for (const { each, known } of among)
      counts.set(each[field], (counts.get(each[field]) ?? 0) + known.length)
    if (counts.size === 0) return [{ value: unknown[field], confidence: unsure }]
    // One word is less than three, and a word for something else is a doubt.
    const worth = surest * (total / (total + 1))
    return [...counts]
      .map(([value, count]) => ({ value, confidence: (worth * count) / total }))
      .toSorted((a, b) => b.confidence - a.confidence)
  }
  const category = guesses('category')
  return {
    category,
    subcategory: guesses(
      'subcategory',
      matches.filter(({ each }) => each.category === category[0]!.value),
    ),
    assignment_group: guesses('assignment_group'),
    words: [...new Set(matches.flatMap(({ known }) => known.map((stem) => stems.get(stem)!)))],
  }
}

const unknown = { category: 'other', subcategory: 'general', assignment_group: 'Service Desk' }

export const tellKeywords = (words: string[]): string =>
  words.length === 0
    ? 'There is no history yet to learn from, and no word of the text is in the built-in list.'
    : `There is no history yet to learn from; the built-in list knows ${words
        .slice(0, 4)
        .map((word) => `“${word}”`)
        .join(', ')}.`
