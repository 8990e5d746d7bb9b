import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { conflictsIn, isConflict, keyEffect, undoOf, unsavedEdit, valueToSave } =
  await import('./field-state.ts')

test('what is typed during a save is kept, as an edit of the saved value', () => {
  const sent = { value: 'A paper jam', base: 'Paper jam' }
  const typed = unsavedEdit({ ...sent, value: 'A paper jam on floor 3' }, sent)
  expect(typed).toEqual({ value: 'A paper jam on floor 3', base: 'A paper jam' })
  expect(isConflict(typed!, 'A paper jam')).toBe(false)
  expect(unsavedEdit({ ...sent }, sent)).toBeUndefined()
  expect(unsavedEdit(undefined, sent)).toBeUndefined()
})

test('undo restores the previous value, as an edit of the saved one', () => {
  const undo = undoOf({ value: ' A paper jam', base: undefined }, 'A paper jam')
  expect(undo).toEqual({ value: null, base: 'A paper jam' })
  expect(isConflict(undo, 'A paper jam')).toBe(false)
  expect(isConflict(undo, 'Toner is low')).toBe(true)
})

test('an ID is saved without the spaces around it, which may be typed between words of a search', () => {
  expect(valueToSave({ kind: 'lookup' }, ' CI0000001 ')).toBe('CI0000001')
  expect(valueToSave({ kind: 'lookup' }, ' ')).toBeNull()
  expect(valueToSave({ kind: 'text' }, 'two words ')).toBe('two words ')
})

test('keys of an input method neither save nor cancel', () => {
  const press = (
    key: string,
    kind: 'text' | 'long',
    { isComposing = false, ctrlKey = false, keyCode = 0 } = {},
  ) => keyEffect({ key, ctrlKey, metaKey: false, keyCode, nativeEvent: { isComposing } }, { kind })
  expect(press('Enter', 'text')).toBe('save')
  expect(press('Enter', 'long')).toBeUndefined()
  expect(press('Enter', 'long', { ctrlKey: true })).toBe('save')
  expect(press('Escape', 'long')).toBe('cancel')
  for (const key of ['Enter', 'Escape'])
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      expect(press(key, 'text', composing)).toBeUndefined()
})

test('a draft is in conflict where someone else changed one of its fields, and nowhere else', () => {
  const [draft, base] = [{ name: 'Grafana' }, { name: 'Alerts' }]
  expect(conflictsIn(draft, base, { name: 'Alerts', field_mapping: { priority: 'P2' } })).toEqual([])
  expect(conflictsIn(draft, base, { name: 'Grafana' })).toEqual([])
  expect(
    conflictsIn({ ...draft, active: false }, { ...base, active: true }, { name: 'Cloud', active: true }),
  ).toEqual(['name'])
})
