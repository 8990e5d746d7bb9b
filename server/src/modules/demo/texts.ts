import type { Chance } from './chance.ts'
import type { Case, Company, Family, CauseText } from './model.ts'

/** The texts of one incident; a slot such as `{site}` has the same value in all of them. */
export interface IncidentTexts {
  summary: string
  description: string
  /** In chronological order. */
  notes: string[]
  resolution: string
  words: string[]
}

export function writeTexts(
  { slots: ownSlots }: Family,
  { summaries: general = [] }: Case,
  { summaries = general, description, notes, resolution }: CauseText,
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
  // Unknown slots such as `{change}` are filled in later.
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

/** Capitalises a word at the start, but no host name or address. */
const capital = (text: string) =>
  text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1))
