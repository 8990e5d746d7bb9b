import { median, type Round } from './drive.ts'

export interface Side {
  per_second: number
  p50_ms: number
  p99_ms: number
}

export interface Result {
  row: string
  ratio: number
  target: number
  subject: Side
  reference: Side
}

export const summary = (side: Round[]): Side => ({
  per_second: Math.round(median(side.map((round) => round.perSecond))),
  p50_ms: median(side.map((round) => round.p50)),
  p99_ms: median(side.map((round) => round.p99)),
})

export function report(results: Result[], subjectName: string, referenceName: string): void {
  console.log(
    `\n| row | ratio | at least | ${subjectName}/s | ${referenceName}/s | p50 / p99 ms | reference p50 / p99 ms |`,
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const { row, ratio, target, subject, reference } of results)
    console.log(
      `| ${row} | ${ratio.toFixed(2)} | ${target.toFixed(2)} | ${subject.per_second} | ${reference.per_second} | ` +
        `${subject.p50_ms} / ${subject.p99_ms} | ${reference.p50_ms} / ${reference.p99_ms} |`,
    )
}

/** One row of the other tables: a figure and its target. */
export interface Figure {
  row: string
  figure: string
  bound: string
}

export function reportFigures(figures: Figure[]): void {
  console.log('\n| row | figure | bound |')
  console.log('|---|---|---|')
  for (const { row, figure, bound } of figures) console.log(`| ${row} | ${figure} | ${bound} |`)
}

/** The quantile of sorted values. */
export const at = (sorted: number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))]!

export const spreadOf = (sorted: number[]) =>
  `p50 ${at(sorted, 0.5).toFixed(1)}, p95 ${at(sorted, 0.95).toFixed(1)}`
