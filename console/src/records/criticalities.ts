/** The most severe first. */
export const criticalities = ['critical', 'high', 'medium', 'low'] as const
export type Criticality = (typeof criticalities)[number]

export const criticalityColours: Record<Criticality, string> = {
  critical: 'red',
  high: 'orange',
  medium: 'blue',
  low: 'gray',
}
