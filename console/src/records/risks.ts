export const risks = ['high', 'medium', 'low'] as const
export type Risk = (typeof risks)[number]

export const riskColours: Record<Risk, string> = { high: 'red', medium: 'orange', low: 'gray' }
