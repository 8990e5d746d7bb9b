import type { IncidentRow } from '../incidents/model.ts'
import { maxBody, type CreateArticle } from './model.ts'

/** The content that an article takes from an incident; the notes are those visible to every reader, oldest first. */
export type ResolvedIncident = Pick<
  IncidentRow,
  'id' | 'short_description' | 'description' | 'category' | 'subcategory' | 'resolved_at'
> & { notes: { body: string; created_at: Date }[] }

/** So that all parts together fit into the body of an article. */
const longestPart = maxBody / 2 - 1000

/** A first draft for an editor. The same incident always results in the same draft. */
export function draftFrom(incident: ResolvedIncident, address: string): CreateArticle {
  const { id, short_description, category, subcategory } = incident
  const symptom = incident.description?.trim() || short_description
  const resolution =
    resolvingNotes(incident).join('\n\n') || '_The incident has no note on how it was resolved._'
  return {
    title: short_description,
    body: `## Symptom

${cut(symptom)}

## Resolution

${cut(resolution)}

---

Drafted from [${id}](${address}${id}).
`,
    category,
    tags: subcategory === null ? [] : [subcategory],
  }
}

/** The notes written with the resolution and after it; without any, the last one before. */
function resolvingNotes({ notes, resolved_at }: ResolvedIncident): string[] {
  const since = resolved_at ? notes.filter(({ created_at }) => created_at >= resolved_at) : []
  return (since.length > 0 ? since : notes.slice(-1)).map(({ body }) => body.trim())
}

function cut(text: string): string {
  if (text.length <= longestPart) return text
  const characters = Array.from(text)
  return characters.length <= longestPart ? text : `${characters.slice(0, longestPart).join('')}…`
}
