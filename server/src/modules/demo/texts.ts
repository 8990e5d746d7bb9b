import type { Chance } from './chance.ts'
import type { Case, Company, Family, Tale } from './model.ts'

/** The texts of one incident: what `{...}` stands for is the same in all of them. */
export interface IncidentTexts {
  summary: string
  description: string
  /** In the order in which one finds out. */
  notes: string[]
  resolution: string
  /** What was chosen for the slots. */
  words: string[]
}

export function writeTexts(
  { slots: ownSlots }: Family,
  { summaries: general = [] }: Case,
  { summaries = general, description, notes, resolution }: Tale,
  company: Company,
  chance: Chance,
): IncidentTexts {
  const slots: Record<string, readonly string[]> = {
    site: company.sites.map(({ name }) => name),
    dept: company.departments,
    floor: company.floors,
    ...ownSlots,
  }
  const chosen = new Map<string, string>()
  // What has no slot, such as `{change}`, is filled in later by whoever knows it.
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (unknown, name: string) => {
      const choices = slots[name]
      if (!choices) return unknown
      if (!chosen.has(name)) chosen.set(name, fill(chance.pick(choices)))
      return chosen.get(name)!
    })
  const say = (text: string) => capital(fill(text))
  return {
    summary: say(chance.pick(summaries)),
    description: say(description),
    notes: notes.map(say),
    resolution: say(resolution),
    words: [...chosen.values()],
  }
}

/** A word at the start, but no host name or address. */
const capital = (text: string) =>
  text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1))
