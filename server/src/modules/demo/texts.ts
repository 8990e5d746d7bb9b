import type { Random } from './random.ts'
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
  random: Random,
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
      if (!chosen.has(name)) chosen.set(name, fill(random.pick(choices)))
      return chosen.get(name)!
    })
  const render = (text: string) => capital(fill(text))
  return {
    summary: render(random.pick(summaries)),
    description: render(description),
    notes: notes.map(render),
    resolution: render(resolution),
    words: [...chosen.values()],
  }
}

/** Capitalises a word at the start, but no host name or address. */
const capital = (text: string) =>
  text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1))
