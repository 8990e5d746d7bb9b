import { crossSiteScripts, onOneLine } from './cross-site-scripts.ts'

const oneLiners = crossSiteScripts.map(onOneLine)

let used = 0

/** The next one that fits: every short field gets another. */
export function next(max: number): string {
  for (;;) {
    const script = oneLiners[used++ % oneLiners.length]!
    if (script.length <= max) return script
  }
}

/** Whether each of them has been used at least once. */
export const isExhausted = (): boolean => used >= oneLiners.length

/** So many single-line texts, each with a unique marker and as many scripts as fit: "Incident7 …". */
export const lines = (mark: string, max: number, count: number): string[] =>
  Array.from({ length: count }, (_, nth) => {
    let text = `${mark}${nth} ${next(max - mark.length - 4)}`
    for (;;) {
      const longer = `${text} ${oneLiners[used % oneLiners.length]!}`
      if (longer.length > max) return text
      text = longer
      used++
    }
  })

/** As much of the corpus as fits: each script is a paragraph, so that none begins within another. */
export function paragraphs(mark: string, max: number): string {
  let text = mark
  for (const script of crossSiteScripts) if (text.length + 2 + script.length <= max) text += `\n\n${script}`
  return text
}

/** The corpus split into so many texts. */
export const portions = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) =>
    crossSiteScripts.filter((_script, place) => place % count === nth).join('\n\n'),
  )
