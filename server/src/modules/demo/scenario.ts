import { day, hour, minute } from '../../kernel/durations.ts'
import type { Level, Priority } from '../../kernel/priorities.ts'
import type { State } from '../incidents/transitions.ts'
import { momentOf, workingTimeAfter, workingTimeBefore } from './calendar.ts'
import { randomFrom, type Random } from './random.ts'
import { outcomeOf, historyOf, type IncidentStep } from './outcomes.ts'
import type { Case, ChangeEntry, CiEntry, Company, Content, Family, CauseText } from './model.ts'
import { phrases } from './phrases.ts'
import { writeTexts, type IncidentTexts } from './texts.ts'

export interface IncidentScenario {
  created_at: Date
  opened_by: string
  fields: {
    short_description: string
    description: string
    priority: Priority
    category: string
    subcategory: string
    impact: Level
    urgency: Level
    assignment_group: string
  }
  ci: string | undefined
  change: string | undefined
  outcome: State
  steps: IncidentStep[]
}

const levels: Record<Priority, { impact: Level; urgency: Level }> = {
  P1: { impact: 'high', urgency: 'high' },
  P2: { impact: 'high', urgency: 'medium' },
  P3: { impact: 'medium', urgency: 'medium' },
  P4: { impact: 'low', urgency: 'low' },
}

const days = 90
/** Older than the outage of the last hour, which therefore has the highest number at every load. */
const newest = 65 * minute

interface Occurrence {
  family: Family
  itsCase: Case
  cause: CauseText
  age: number
  random: Random
}

/** All incidents, the oldest first. The same texts and outcomes at every load; only the dates move with `now`. */
export function planIncidents(content: Content, now: Date): IncidentScenario[] {
  const used = new Set<string>()
  const incidents = occurrencesOf(content).map((occurrence) => {
    const texts = writeNewTexts(occurrence, content.company, used)
    return planIncident(occurrence, texts, content, now)
  })
  return incidents.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

const occurrencesOf = ({ families, changes }: Content): Occurrence[] =>
  families.flatMap((family) =>
    family.cases.flatMap((itsCase, place) =>
      Array.from({ length: itsCase.count }, (_, i) => {
        const random = randomFrom(`${family.category} ${family.subcategory} ${place} ${i}`)
        const cause = itsCase.causes[i % itsCase.causes.length]!
        return { family, itsCase, cause, age: ageOf(itsCase, changes, random), random }
      }),
    ),
  )

function ageOf({ change, hours_ago }: Case, changes: ChangeEntry[], random: Random): number {
  if (hours_ago !== undefined) return (hours_ago * hour) / day
  const cause = changes.find(({ key }) => key === change)
  // More recent ones than old ones.
  return cause ? -cause.window.day - 1 : days * random.next() ** 2
}

/** Avoids a summary that is already used, if possible. */
function writeNewTexts(
  { family, itsCase, cause, random }: Occurrence,
  company: Company,
  used: Set<string>,
): IncidentTexts {
  let texts: IncidentTexts
  for (let attempt = 0; ; attempt++) {
    texts = writeTexts(family, itsCase, cause, company, random.apart(`words ${attempt}`))
    if (!used.has(texts.summary) || attempt === 20) break
  }
  used.add(texts.summary)
  return texts
}

function planIncident(
  occurrence: Occurrence,
  texts: IncidentTexts,
  content: Content,
  now: Date,
): IncidentScenario {
  const { family, itsCase, age, random } = occurrence
  const { company } = content
  const priority = random.pick(itsCase.priorities.split(' ')) as Priority
  const from = itsCase.from ?? family.from
  const desk = company.groups['Service Desk']!
  const caller = from === 'monitoring' ? company.monitoring : random.pick(company.callers)
  const group = itsCase.group ?? family.group
  const created_at = createdAt(occurrence, from, content, now)
  const opened_by = from === 'callers' && random.happens(0.4) ? random.pick(desk) : caller
  const first = from === 'callers' && random.happens(0.6) ? 'Service Desk' : group
  const people = { caller, agent: random.pick(desk), engineer: random.pick(company.groups[group]!) }
  const outcome = outcomeOf(age, priority, itsCase.change !== undefined, random)
  return {
    created_at,
    opened_by,
    fields: {
      short_description: texts.summary,
      description: texts.description,
      priority,
      category: family.category,
      subcategory: itsCase.subcategory ?? family.subcategory,
      ...levels[priority],
      assignment_group: first,
    },
    ci: ciOf(itsCase, texts, content.cis, random),
    change: itsCase.change,
    outcome,
    steps: historyOf({
      outcome,
      priority,
      group,
      first,
      people,
      texts,
      phrases: phrases[from],
      random,
      created_at,
      now,
      has_all_notes: itsCase.hours_ago !== undefined,
    }),
  }
}

/** The CI that the text names, or one of the case. */
function ciOf(
  { cis = [] }: Case,
  { words }: IncidentTexts,
  all: CiEntry[],
  random: Random,
): string | undefined {
  const named = all.find(({ name, fqdn }) => words.some((word) => word === name || word === fqdn))
  return named?.name ?? (cis.length > 0 ? random.pick(cis) : undefined)
}

/** People call when they are at work, machines at any time, and a failed change is noticed the next morning. */
function createdAt(
  { itsCase, age, random }: Occurrence,
  from: Family['from'],
  { changes }: Content,
  now: Date,
): Date {
  const at = now.getTime() - age * day
  if (itsCase.hours_ago !== undefined) return new Date(at)
  const cause = changes.find(({ key }) => key === itsCase.change)
  if (cause) {
    const morning = momentOf(now, { day: cause.window.day + 1, time: '07:10' }).getTime()
    return new Date(Math.floor(workingTimeAfter(morning) + random.next() ** 2 * 4 * hour))
  }
  const latest = now.getTime() - newest - random.next() * 80 * minute
  return new Date(
    Math.floor(Math.min(latest, from === 'callers' ? workingTimeBefore(at, random.next()) : at)),
  )
}
