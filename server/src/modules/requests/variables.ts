import { invalid, invalidField } from '../../kernel/errors.ts'
import { errorsIn } from './catalog/fields.ts'
import type { CatalogItemRow } from './catalog/model.ts'

const maxLength = 16_384
const maxValues = 200

/** They are bounded, and as the catalogue item wants them; free text wants nothing in particular. */
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

/** At any depth, lists and objects among them. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((count, inner) => count + 1 + countValues(inner), 0)
    : 0
