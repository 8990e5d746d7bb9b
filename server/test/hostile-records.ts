import { kinds, store, type HostilePage, type Kind, type Target } from './hostile-kinds.ts'
import { lines, next, paragraphs } from './hostile-texts.ts'

const filled = (sizes: Record<string, number>, text: (max: number) => string) =>
  Object.fromEntries(Object.entries(sizes).map(([field, max]) => [field, text(max)]))

/** Rows of a list; the next kind continues in the corpus where this one ends, and together they cover it. */
const rows = 30

/** Stores scripts in the short texts of many records, and the whole corpus in the long texts of the last one. */
async function storeKind(target: Target, kind: Kind): Promise<HostilePage[]> {
  const { api } = target
  const { mark, path, name, short, long = {}, rest, list, one, more } = kind
  const names = lines(mark, name[1], rows)
  const body = (nth: number) => ({
    [name[0]]: names[nth] ?? `${mark}! ${next(60)}`,
    ...filled(short, next),
    ...rest?.(nth),
  })
  for (let at = 0; at < names.length; at += 8)
    await Promise.all(names.slice(at, at + 8).map((_, nth) => store(api, path, body(at + nth))))
  const id = await store(api, path, {
    ...body(names.length),
    ...filled(long, (max) => paragraphs(`${mark} in full`, max)),
  })
  await more?.(target, id)
  return [{ address: list, shows: [`text=${mark}! `] }, ...(one?.(id) ?? [])]
}

/** Pages that show records of several kinds. */
const overviews: readonly HostilePage[] = [
  { address: '/', shows: ['.work li:has-text("Change")'] },
  { address: '/reports', shows: ['.parts'] },
  { address: '/changes/calendar', shows: ['text=No changes planned'] },
  { address: '/knowledge/gaps', shows: ['text=yellow submarine'] },
  { address: '/administration/audit', shows: ['text=Calendar! '] },
]

/** Stores the corpus in every text that the console shows, and returns the pages. */
export async function storeCorpus(target: Target): Promise<HostilePage[]> {
  const pages: HostilePage[] = []
  // Before there is an article that could cover it.
  const question = `Where does the yellow submarine sleep? ${next(200)}`
  await target.api('POST', '/ai/ask', { question })
  for (const kind of kinds) pages.push(...(await storeKind(target, kind)))
  return [...pages, ...overviews]
}
