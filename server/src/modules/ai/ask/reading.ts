import type { Section } from '../retrieval/sections.ts'

/** Maximum characters of all articles, and of one. */
const maxForAll = 16_000
const maxForOne = 4000
const minForOne = 1000

type Text = Pick<Section, 'heading' | 'text'>
type PassageText = Text & { record_id: string }

/**
 * The text of articles for a model: a short article in full, of a long one the passage that was found and the beginning. With
 * more articles, less of each.
 */
export function readingsOf<F extends PassageText>(found: F[], sections: Map<string, Text[]>): F[] {
  const room = Math.max(minForOne, Math.min(maxForOne, Math.floor(maxForAll / found.length)))
  return found.map((passage) => {
    const whole = (sections.get(passage.record_id) ?? []).map(shown).join('\n\n')
    if (whole.length <= room) return whole ? { ...passage, heading: '', text: whole } : passage
    const left = room - passage.text.length
    return left > 0 ? { ...passage, text: `${passage.text}\n\n${beginningOf(whole, left)}` } : passage
  })
}

const shown = ({ heading, text }: Text) => (heading ? `${heading}\n${text}` : text)

/** Up to the end of a paragraph. */
function beginningOf(text: string, room: number): string {
  const end = text.lastIndexOf('\n\n', room)
  return end > 0 ? text.slice(0, end) : ''
}
