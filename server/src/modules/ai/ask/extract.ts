import { blocksOf, itemsOf, sentencesOf, type Block } from '../text/blocks.ts'
import type { Section } from '../retrieval/sections.ts'
import type { Relevance } from './relevance.ts'

/** Headings of sections that answer, and of sections that repeat the problem. */
const answers =
  /resol|solution|solve|fix|workaround|work around|steps?\b|how to|procedure|answer|what to do|repair|recover/i
const repeats = /symptom|problem|issue|introduction|overview|summary|background|applies to/i
const elsewhere = /more information|see also|related|reference|next steps|feedback|third-party/i
const causes = /cause|reason|why/i

/** Somebody who describes a problem wants its solution, although the section of its symptoms is the one that is similar. */
export function headingBonus(heading: string, question: string): number {
  if (!heading) return -0.1
  if (causes.test(heading)) return /\bwhy\b|\bcause|\breason/i.test(question) ? 0.6 : 0.05
  if (answers.test(heading)) return 0.5
  return elsewhere.test(heading) || repeats.test(heading) ? -0.4 : 0
}

/** A second section is quoted, too, when it may as well be the one. */
const maxLead = 0.15

/**
 * The words of an article that answer the question, verbatim: the section that answers best, whole when it is short, otherwise its
 * most relevant parts in their order. Lists and code are never taken apart, except at the end of a step.
 */
export function excerptOf(title: string, sections: Section[], relevance: Relevance, room: number): string {
  const scored = sections
    .filter(({ text }) => text.trim())
    .map((section, place) => ({ section, place, score: scoreOf(title, section, relevance) }))
    .toSorted((one, other) => other.score - one.score)
  const [best, second] = scored
  if (!best) return ''
  const both = [best, ...(second && best.score - second.score < maxLead ? [second] : [])]
  const text = both
    .toSorted((one, other) => one.place - other.place)
    .map(({ section }) => headed(title, section, relevance) + section.text.trim())
    .join('\n\n')
  if (text.length <= room) return text
  const heading = headed(title, best.section, relevance)
  return heading + cutTo(best.section.text.trim(), relevance.ofPart, room - heading.length)
}

const longestHeading = 120

/** A heading is quoted where only it says something that was asked, such as the code of an error. */
function headed(title: string, { heading, text }: Section, { share }: Relevance): string {
  const known = `${title} ${text}`
  if (heading.length > longestHeading) return ''
  return share(`${known} ${heading}`) > share(known) ? `**${heading.replace(/^.*: /, '')}**\n\n` : ''
}

const headingWeight = 0.8

function scoreOf(title: string, section: Section, { question, share, nearness }: Relevance): number {
  const { heading, text } = section
  const words = share(`${heading} ${text}`, title) + headingWeight * share(heading, title)
  return words + nearness(section) + headingBonus(heading, question)
}

const partsOf = (text: string): Block[] =>
  blocksOf(text).flatMap((block) =>
    block.kind === 'prose'
      ? sentencesOf(block.text).map((sentence) => ({ ...block, text: sentence }))
      : [block],
  )

function cutTo(text: string, relevance: Relevance['ofPart'], room: number): string {
  if (text.length <= room) return text
  const parts = partsOf(text)
  const chosen = new Map<number, string>()
  let left = room
  const take = (index: number) => {
    const part = parts[index]
    const kept = part && !chosen.has(index) ? shortened(part, left) : ''
    if (kept) chosen.set(index, kept)
    left -= kept.length
  }
  const bestFirst = parts
    .map((part, index) => ({ index, isLeadIn: part.text.endsWith(':'), score: relevance(part.text) }))
    .toSorted((one, other) => other.score - one.score)
  const enough = Math.max(0.01, bestFirst[0]?.score ?? 0) / 2
  for (const { index, isLeadIn, score } of bestFirst) {
    if (score < enough) break
    take(index)
    if (isLeadIn) take(index + 1) // it says what comes next, so the two go together
  }
  return [...chosen.keys()]
    .toSorted((one, other) => one - other)
    .map((index, n, indexes) => {
      const flows = n > 0 && parts[indexes[n - 1]!]!.kind === 'prose' && parts[index]!.kind === 'prose'
      return (n === 0 ? '' : flows ? ' ' : '\n\n') + chosen.get(index)!
    })
    .join('')
}

/** Whole when there is room; a list up to its last step that fits; else nothing. */
function shortened({ text, kind }: Block, room: number): string {
  if (text.length <= room) return text
  if (kind !== 'list') return ''
  let kept = ''
  for (const item of itemsOf(text)) {
    if (kept.length + item.length + 1 > room) break
    kept += (kept && '\n') + item
  }
  return kept
}
