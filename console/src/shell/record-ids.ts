import type { TokenizerAndRendererExtension } from 'marked'
import { pageOfRecord } from './record-pages.ts'

// Without a digit it is a word: INCREASING, REQUESTING.
const form = '(?:INC|CHG|REQ|KB)(?=[A-Z]*\\d)[0-9A-Z]{7}|CI\\d{7,18}'
const anywhere = new RegExp(`\\b(?:${form})\\b`)
const here = new RegExp(`^(?:${form})\\b`)

/** Links the record numbers in a text. */
export const recordIds: TokenizerAndRendererExtension = {
  name: 'record_id',
  level: 'inline',
  start: (text) => {
    const index = text.search(anywhere)
    return index < 0 ? undefined : index
  },
  tokenizer(text) {
    const [id] = here.exec(text) ?? []
    return id && !this.lexer.state.inLink ? { type: 'record_id', raw: id, text: id } : undefined
  },
  renderer: ({ raw }) => `<a href="${pageOfRecord(raw)}">${raw}</a>`,
}
