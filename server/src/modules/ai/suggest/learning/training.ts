import type { FieldReport } from './field-report.ts'
import { learnAndAssess } from './assess.ts'
import type { Classifier } from './classifier.ts'
import { Corpus, documentOf } from './document.ts'
import { keyOf, labelsOf, type Labels } from './labels.ts'

export interface Example {
  text: string
  category: string | null
  subcategory: string | null
  assignment_group: string | null
  priority: string
}

export interface SuggestionModel {
  category?: Classifier
  /** By the key of its category. */
  subcategory: Map<string, Classifier>
  assignment_group?: Classifier
  priority?: Classifier
}

export type Field = 'category' | 'subcategory' | 'assignment_group' | 'priority'
export type Reports = Partial<Record<Field, FieldReport>>

const maxClasses = 100
export const minRows = 30
const maxGrams = 20_000_000

/** Collects incidents in batches and keeps only the features of their text. */
export class Training {
  #corpus = new Corpus()
  #examples: Omit<Example, 'text'>[] = []

  get hasRoom(): boolean {
    return this.#corpus.grams < maxGrams
  }

  get size(): number {
    return this.#examples.length
  }

  add({ text, ...labels }: Example, meaning?: Float32Array): void {
    this.#corpus.add(documentOf(text, meaning))
    this.#examples.push(labels)
  }

  finish(): { model: SuggestionModel; reports: Reports } {
    const within = this.#learnSubcategories()
    const model: SuggestionModel = {
      subcategory: new Map(within.map(({ key, classifier }) => [key, classifier])),
    }
    const reports: Reports = {
      ...(within.length > 0 && { subcategory: averageReports(within.map(({ report }) => report)) }),
    }
    for (const field of ['category', 'assignment_group', 'priority'] as const) {
      const learned = this.#learnField(field)
      if (!learned) continue
      model[field] = learned.classifier
      reports[field] = learned.report
    }
    return { model, reports }
  }

  #learnField(field: 'category' | 'assignment_group' | 'priority') {
    const labels = labelsOf(
      this.#examples.map((example) => example[field]),
      maxClasses,
    )
    // A single priority for everything carries no information.
    const isTelling = labels.classes.length >= (field === 'priority' ? 2 : 1)
    return isTelling ? this.#learn(labels, minRows) : undefined
  }

  /** A classifier for each category whose incidents have subcategories. */
  #learnSubcategories() {
    const keys = this.#examples.map(({ category }) => keyOf(category))
    return [...new Set(keys)].filter(Boolean).flatMap((key) => {
      const values = this.#examples.map(({ subcategory }, i) => (keys[i] === key ? subcategory : null))
      const made = this.#learn(labelsOf(values, maxClasses), 1)
      return made ? [{ key, ...made }] : []
    })
  }

  #learn({ classes, labels }: Labels, fewest: number) {
    const rows = Int32Array.from(labels.keys()).filter((row) => labels[row]! >= 0)
    if (classes.length === 0 || rows.length < fewest) return undefined
    const labelled = { corpus: this.#corpus, rows, labels: labels.filter((label) => label >= 0), classes }
    const { classifier, assessment } = learnAndAssess(labelled)
    return { classifier, report: { ...assessment, classes: classes.filter(Boolean) } }
  }
}

/** The average of several reports, weighted by rows. */
function averageReports(reports: FieldReport[]): FieldReport {
  const rows = reports.reduce((sum, report) => sum + report.rows, 0)
  const mean = (of: (report: FieldReport) => number) =>
    reports.reduce((sum, report) => sum + of(report) * report.rows, 0) / rows
  return {
    rows,
    held_out: reports.reduce((sum, report) => sum + report.held_out, 0),
    accuracy: mean(({ accuracy }) => accuracy),
    calibration_error: mean(({ calibration_error }) => calibration_error),
    skill: mean(({ skill }) => skill),
    classes: [...new Set(reports.flatMap(({ classes }) => classes))],
  }
}
