import { day, minute } from '../../kernel/durations.ts'
import type { Priority } from '../../kernel/priorities.ts'
import type { State } from '../incidents/transitions.ts'
import { workingTimeAfter } from './calendar.ts'
import type { Random } from './random.ts'
import type { Phrases } from './phrases.ts'
import type { IncidentTexts } from './texts.ts'

export interface IncidentStep {
  at: Date
  by: string
  patch: {
    state?: State
    priority?: Priority
    assignment_group?: string
    assigned_to?: string
    work_note?: string
  }
  /** This step links the change that caused the incident. */
  finds_change?: true
}

/** The final state of an incident: older ones are mostly closed, urgent ones never wait. */
export function outcomeOf(age: number, priority: Priority, isKnownCause: boolean, random: Random): State {
  if (isKnownCause) return 'closed'
  if (priority === 'P1' && age < 0.25) return 'in_progress'
  const outcome = oneOf(age > 12 ? old : age > 3 ? recent : fresh, random)
  const isUrgent = priority === 'P1' || (priority === 'P2' && age > 1)
  return isUrgent && !['closed', 'cancelled'].includes(outcome) ? 'resolved' : outcome
}

type Shares = Partial<Record<State, number>>
const old: Shares = { closed: 91, cancelled: 5, resolved: 2, on_hold: 2 }
const recent: Shares = { resolved: 36, closed: 22, in_progress: 19, on_hold: 14, cancelled: 4, reopened: 5 }
const fresh: Shares = { new: 30, in_progress: 35, on_hold: 10, resolved: 14, reopened: 8, cancelled: 3 }

function oneOf(shares: Shares, random: Random): State {
  let left = random.next() * 100
  const entries = Object.entries(shares) as [State, number][]
  return entries.find(([, share]) => (left -= share) < 0)?.[0] ?? entries[0]![0]
}

/** Minutes, minimum and maximum. */
const untilResponse: Record<Priority, [number, number]> = {
  P1: [2, 9],
  P2: [4, 25],
  P3: [8, 110],
  P4: [20, 280],
}
const untilSolved: Record<Priority, [number, number]> = {
  P1: [30, 210],
  P2: [70, 430],
  P3: [110, 780],
  P4: [200, 2600],
}
const longer = { share: 0.08, factor: 2.4 }

interface IncidentPlan {
  outcome: State
  priority: Priority
  group: string
  first: string
  people: { caller: string; agent: string; engineer: string }
  texts: IncidentTexts
  phrases: Phrases
  random: Random
  created_at: Date
  now: Date
  /** Every note is written, not some of them. */
  has_all_notes: boolean
}

export function historyOf(plan: IncidentPlan): IncidentStep[] {
  const { outcome, priority, people, phrases, random } = plan
  if (outcome === 'new') return []
  const response = random.between(...untilResponse[priority])
  const work = random.between(...untilSolved[priority]) * (random.happens(longer.share) ? longer.factor : 1)
  const timeline = openTimeline(plan)
  if (outcome === 'cancelled') {
    timeline.note(response, people.agent, {
      state: 'cancelled',
      work_note: random.pick(phrases.cancellations),
    })
    return timeline.steps()
  }
  takeUp(timeline, plan, response)
  workOn(timeline, plan, work)
  if (outcome === 'in_progress' || outcome === 'on_hold') return timeline.steps()
  solve(timeline, plan, work)
  return timeline.steps()
}

function takeUp(
  timeline: Timeline,
  { group, first, people, texts, phrases, random, has_all_notes }: IncidentPlan,
  response: number,
): void {
  const { agent, engineer } = people
  if (first !== group)
    timeline.note(response / 2, agent, {
      assignment_group: group,
      ...(random.happens(0.4) && { work_note: random.pick(phrases.handovers) }),
    })
  const [finding] = texts.notes
  timeline.note(response, engineer, {
    state: 'in_progress',
    assigned_to: engineer,
    ...(finding && (random.happens(0.6) || has_all_notes) && { work_note: finding }),
  })
}

function workOn(
  timeline: Timeline,
  { outcome, people, texts, phrases, random, has_all_notes }: IncidentPlan,
  work: number,
): void {
  const { engineer } = people
  for (const work_note of texts.notes.slice(1, 3))
    if (random.happens(0.5) || has_all_notes) timeline.note(work * 0.25, engineer, { work_note })
  if (outcome === 'on_hold' || (outcome !== 'in_progress' && random.happens(0.14)))
    timeline.note(work * 0.2, engineer, { state: 'on_hold', work_note: random.pick(phrases.waits) })
}

function solve(
  timeline: Timeline,
  { outcome, people, texts, phrases, random }: IncidentPlan,
  work: number,
): void {
  const { caller, agent, engineer } = people
  if (timeline.isOnHold()) timeline.note(work * 0.6, engineer, { state: 'in_progress' })
  timeline.note(
    work * 0.5,
    engineer,
    { state: 'resolved', work_note: texts.resolution },
    { finds_change: true },
  )
  if (outcome === 'reopened' || (outcome === 'closed' && random.happens(0.05))) {
    timeline.note(300, caller, { state: 'reopened', work_note: random.pick(phrases.returns) })
    if (outcome === 'reopened') return
    timeline.note(60, engineer, { state: 'in_progress' })
    timeline.note(work * 0.7, engineer, {
      state: 'resolved',
      work_note: random.pick(phrases.second_solutions),
    })
  }
  if (outcome === 'closed') timeline.note((2.5 * day) / minute, agent, { state: 'closed' })
}

/** Collects the steps in order. Urgent incidents are worked on at any time, others during working hours. */
function openTimeline({ priority, created_at, now }: IncidentPlan) {
  const steps: IncidentStep[] = []
  let time = created_at.getTime()
  const isUrgent = priority === 'P1' || priority === 'P2'
  return {
    note: (
      minutes: number,
      by: string,
      patch: IncidentStep['patch'],
      link: Pick<IncidentStep, 'finds_change'> = {},
    ) => {
      time += Math.ceil(minutes) * minute
      if (!isUrgent) time = workingTimeAfter(time)
      steps.push({ at: new Date(time), by, patch, ...link })
    },
    isOnHold: () => steps.findLast(({ patch }) => patch.state)?.patch.state === 'on_hold',
    /** Steps are never in the future, and keep their order. */
    steps: (): IncidentStep[] =>
      steps.map((step, i) => {
        const latest = now.getTime() - (steps.length - i) * minute
        return { ...step, at: new Date(Math.min(step.at.getTime(), latest)) }
      }),
  }
}

type Timeline = ReturnType<typeof openTimeline>
