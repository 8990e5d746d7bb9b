import { learnAndAssess, type Assessment } from './assess.ts'
import type { Classifier } from './classifier.ts'
import { Corpus, documentOf } from './document.ts'
import { keyOf, labelsOf, type Labels } from './labels.ts'

/** A resolved incident, as much of it as there is to learn from. */
export interface Example {
  text: string
  category: string | null
  subcategory: string | null
  assignment_group: string | null
  priority: string
}

/** What was learned, ready to answer. */
export interface SuggestionModel {
  category?: Classifier
  /** By the key of the category that it is within. */
  subcategory: Map<string, Classifier>
  assignment_group?: Classifier
  priority?: Classifier
}

export interface FieldReport extends Assessment {
  classes: string[]
}

export type Field = 'category' | 'subcategory' | 'assignment_group' | 'priority'
export type Reports = Partial<Record<Field, FieldReport>>

const mostClasses = 100
/** Fewer rows are not history but anecdotes. */
export const fewestRows = 30
/** More grams than these would not fit beside everything else. */
const mostGrams = 20_000_000

/** Takes incidents as they are read, and keeps of their text only what is learned from it. */
export class Training {
  #corpus = new Corpus()
  #examples: Omit<Example, 'text'>[] = []

  /** Whether there is room for more. */
  get hasRoom(): boolean {
    return this.#corpus.grams < mostGrams
  }

  get size(): number {
    return this.#examples.length
  }

  add({ text, ...labels }: Example, meaning?: Float32Array): void {
    this.#corpus.add(documentOf(text, meaning))
    this.#examples.push(labels)
  }

  finish(): { learned: SuggestionModel; reports: Reports } {
    const category = this.#learnField('category')
    const assignment_group = this.#learnField('assignment_group')
    const priority = this.#learnField('priority')
    const within = this.#learnSubcategories()
    const learned: SuggestionModel = {
      ...(category && { category: category.classifier }),
      subcategory: new Map(within.map(({ key, classifier }) => [key, classifier])),
      ...(assignment_group && { assignment_group: assignment_group.classifier }),
      ...(priority && { priority: priority.classifier }),
    }
    const reports: Reports = {
      ...(category && { category: category.report }),
      ...(within.length > 0 && { subcategory: together(within.map(({ report }) => report)) }),
      ...(assignment_group && { assignment_group: assignment_group.report }),
      ...(priority && { priority: priority.report }),
    }
    return { learned, reports }
  }

  #learnField(field: 'category' | 'assignment_group' | 'priority') {
    const labels = labelsOf(
      this.#examples.map((example) => example[field]),
      mostClasses,
    )
    // Where everything has the same priority nobody has ever thought about it.
    const isTelling = labels.classes.length >= (field === 'priority' ? 2 : 1)
    return isTelling ? this.#learn(labels, fewestRows) : undefined
  }

  /** A classifier for each category whose incidents have subcategories. */
  #learnSubcategories() {
    const keys = this.#examples.map(({ category }) => keyOf(category))
    return [...new Set(keys)].filter(Boolean).flatMap((key) => {
      const values = this.#examples.map(({ subcategory }, i) => (keys[i] === key ? subcategory : null))
      const made = this.#learn(labelsOf(values, mostClasses), 1)
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

/** One report of several, each counted by its rows. */
function together(reports: FieldReport[]): FieldReport {
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
