import { expect, test } from 'vitest'
import { valueText } from './field-text.ts'

test.for<[field: string, value: unknown, text: string]>([
  ['state', 'in_progress', 'in progress'],
  ['assigned_to', 'jo_ann@example.com', 'jo_ann@example.com'],
  ['ip_addresses', ['10.0.0.1', '10.0.0.2'], '10.0.0.1, 10.0.0.2'],
  ['work_notes_count', 2, '2'],
])('%s %j is shown as "%s"', ([field, value, text]) => expect(valueText(field, value)).toBe(text))
