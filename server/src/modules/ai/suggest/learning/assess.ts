import type { FieldReport } from './field-report.ts'
import {
  accuracyOf,
  calibrationError,
  calibrationFor,
  lossOf,
  probabilitiesOf,
  type Calibration,
  type HeldOutRows,
  type Outcome,
} from './calibration.ts'
import { isCostly, learn, scoresOf, type Classifier } from './classifier.ts'
import type { LabelledRows } from './document.ts'
import { shuffled } from './regression.ts'

type Assessment = Omit<FieldReport, 'classes'>

/** With many rows one fold is enough; with few, cross-validate over all folds. */
const manyRows = 2000
const parts = 5
const maxHeldOut = 2000

/** Assesses on held-out rows, then trains on all rows unless that would take too long. */
export function learnAndAssess(labelled: LabelledRows): { classifier: Classifier; assessment: Assessment } {
  const { heldOut, last } = holdOut(labelled)
  const classifier = isCostly(labelled.rows.length, labelled.classes.length) ? last : learn(labelled)
  const calibration = calibrationFor(heldOut) ?? { temperature: classifier.temperature }
  const outcomes = heldOut.scores.map((scores, i) =>
    outcomeOf(scores, heldOut.labels[i]!, labelled.classes, calibration),
  )
  const skill = skillOf(lossOf(heldOut, calibration), entropyOf(labelled))
  return {
    classifier: { ...classifier, ...calibration, skill },
    assessment: {
      rows: labelled.rows.length,
      held_out: outcomes.length,
      accuracy: accuracyOf(outcomes),
      calibration_error: calibrationError(outcomes),
      skill,
    },
  }
}

function holdOut(labelled: LabelledRows): { heldOut: HeldOutRows; last: Classifier } {
  const { corpus, rows, labels } = labelled
  const order = shuffled(rows.length, 0)
  const size = Math.min(maxHeldOut, Math.ceil(rows.length / parts))
  const heldOut: HeldOutRows = { scores: [], labels: [] }
  for (let start = 0; ; start += size) {
    const inside = order.filter((_, i) => i < start || i >= start + size)
    const last = learn({
      ...labelled,
      rows: inside.map((i) => rows[i]!),
      labels: inside.map((i) => labels[i]!),
    })
    for (const i of order.subarray(start, start + size)) {
      heldOut.scores.push(scoresOf(last, corpus.at(rows[i]!)))
      heldOut.labels.push(labels[i]!)
    }
    if (rows.length >= manyRows || start + size >= rows.length) return { heldOut, last }
  }
}

/** The prediction is the likeliest named class; a row without one cannot be right. */
function outcomeOf(
  scores: Float64Array,
  label: number,
  classes: string[],
  calibration: Calibration,
): Outcome {
  const shares = probabilitiesOf(scores, calibration)
  let best = 0
  for (let c = 1; c < classes.length; c++) if (classes[c] !== '' && shares[c]! > shares[best]!) best = c
  return { confidence: shares[best]!, is_right: best === label }
}

/** With zero entropy there is no skill to measure. */
const skillOf = (loss: number, entropy: number) => (entropy > 0 ? Math.max(0, 1 - loss / entropy) : 0)

function entropyOf({ labels, classes }: LabelledRows): number {
  const times = classes.map(() => 0)
  for (const label of labels) times[label]!++
  return -times.reduce((sum, n) => sum + (n > 0 ? (n / labels.length) * Math.log(n / labels.length) : 0), 0)
}
