interface GivenValue {
  value?: unknown
  display_value?: unknown
  link?: unknown
}

/** A value of the Table API may be an object with the value and what people see. Empty ones are ''. */
const partsOf = (given: unknown): GivenValue =>
  typeof given === 'object' && given !== null ? given : { value: given }

export function valueOf(given: unknown): unknown {
  const { value, display_value } = partsOf(given)
  return value || display_value
}

export function shownOf(given: unknown): unknown {
  const { value, display_value } = partsOf(given)
  return display_value || value
}

/** The ID of another record. With display values only, the link to the record ends with it. */
export function referenceOf(given: unknown): unknown {
  const { value, display_value, link } = partsOf(given)
  return value || (typeof link === 'string' && link.split('/').at(-1)) || display_value
}
