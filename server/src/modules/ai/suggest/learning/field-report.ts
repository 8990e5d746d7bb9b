import { Type, type Static } from 'typebox'

export const FieldReport = Type.Object({
  rows: Type.Integer(),
  held_out: Type.Integer({ description: 'Held-out incidents, used to measure accuracy' }),
  accuracy: Type.Number(),
  calibration_error: Type.Number(),
  skill: Type.Number({
    description: '0: no better than the frequency of each value; 1: perfect',
  }),
  classes: Type.Array(Type.String()),
})
export type FieldReport = Static<typeof FieldReport>
