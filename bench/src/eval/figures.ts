import type { Data } from './data.ts'

/** One measurement. A figure without a bound is reported only. */
export interface Figure {
  measure: string
  value: number
  /** The target. */
  at_least?: number
  at_most?: number
  /** Format of the value; three decimal places by default. */
  unit?: '%' | 'ms' | 's' | 'MB' | 'count'
}

/** Each part of the AI layer measures itself through the service's own code. */
export type Part = (data: Data) => Promise<Figure[]>

export interface PartFigure extends Figure {
  part: string
  ok: boolean | null
}

export function judge(part: string, figure: Figure): PartFigure {
  const { value, at_least, at_most } = figure
  const isJudged = at_least !== undefined || at_most !== undefined
  const ok = isJudged ? value >= (at_least ?? -Infinity) && value <= (at_most ?? Infinity) : null
  return { part, ...figure, ok }
}

/** An aligned Markdown table. */
export function tableOf(figures: PartFigure[]): string {
  const rows = figures.map((figure) => [
    figure.part,
    figure.measure,
    written(figure.value, figure),
    targetOf(figure),
    figure.ok === null ? '' : figure.ok ? 'yes' : 'NO',
  ])
  const all = [['part', 'measure', 'value', 'target', 'ok'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const lines = all.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function targetOf(figure: Figure): string {
  if (figure.at_least !== undefined) return `at least ${written(figure.at_least, figure)}`
  return figure.at_most === undefined ? '' : `at most ${written(figure.at_most, figure)}`
}

function written(value: number, { unit }: Figure): string {
  if (unit === '%') return `${(100 * value).toFixed(1)} %`
  if (unit === 'count') return value.toFixed(0)
  return unit ? `${Number(value.toPrecision(3))} ${unit}` : value.toFixed(3)
}
