import { levels, type Level, type Priority } from '../../../../kernel/priorities.ts'

export type Levels = Record<Level, number>
export type Priorities = Record<Priority, number>

/** Priority by impact (rows) and urgency (columns). */
const matrix: Record<Level, Record<Level, Priority>> = {
  high: { high: 'P1', medium: 'P2', low: 'P3' },
  medium: { high: 'P2', medium: 'P3', low: 'P4' },
  low: { high: 'P3', medium: 'P4', low: 'P4' },
}

export function prioritiesFor(impact: Levels, urgency: Levels): Priorities {
  const shares: Priorities = { P1: 0, P2: 0, P3: 0, P4: 0 }
  for (const i of levels) for (const u of levels) shares[matrix[i][u]] += impact[i] * urgency[u]
  return shares
}

export const likeliest = (shares: Levels): Level =>
  levels.reduce((best, level) => (shares[level] > shares[best] ? level : best))
