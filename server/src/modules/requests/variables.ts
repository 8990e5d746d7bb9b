import { invalid, invalidField } from '../../kernel/errors.ts'
import { errorsIn } from './catalog/fields.ts'
import type { CatalogItemRow } from './catalog/model.ts'

const maxLength = 16_384
const maxValues = 200

/** Bounded, and valid for the catalogue item; free text accepts any. */
export function checkVariables(variables: object, item?: CatalogItemRow): void {
  if (JSON.stringify(variables).length > maxLength || countValues(variables) > maxValues)
    throw invalidField(
      'variables',
      'too_large',
      `variables must be at most ${maxValues} values in ${maxLength} characters of JSON`,
    )
  const errors = item ? errorsIn(variables, item) : []
  if (errors.length > 0) throw invalid(errors)
}

/** Counts values at any depth, including lists and objects. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((count, inner) => count + 1 + countValues(inner), 0)
    : 0
