import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useRowFocus } from './table-focus.ts'

afterEach(() => vi.unstubAllGlobals())

/** Presses keys in a row; returns those that did something, and what they did with the row. */
function press(shortcuts: boolean, keys: string[]) {
  vi.stubGlobal('window', { localStorage: { getItem: () => String(shortcuts) } })
  vi.stubGlobal('requestAnimationFrame', () => undefined)
  const acted: string[] = []
  let press!: ReturnType<typeof useRowFocus>['onKeyDown']
  const Rows = () => {
    const { onKeyDown } = useRowFocus({
      listKey: '/incidents',
      frame: { current: null },
      length: 2,
      indexOf: () => 0,
      idAt: () => 'INC0000001',
      scrollTo: (index) => acted.push(`row ${index}`),
      keys: { x: (id) => acted.push(`select ${id}`), ' ': (id) => acted.push(`preview ${id}`) },
    })
    press = onKeyDown
    return null
  }
  renderToString(createElement(Rows))
  const row = { dataset: { id: 'INC0000001', index: '0' } }
  const handled = keys.filter((key) => {
    const event = { key, target: { closest: () => row }, preventDefault: vi.fn<() => void>() }
    press(event as never)
    return event.preventDefault.mock.calls.length > 0
  })
  return { handled, acted }
}

const keys = ['ArrowDown', 'j', 'x', ' ']

test('keys move the focus from row to row, select one and preview it', () => {
  const acted = ['row 1', 'row 1', 'select INC0000001', 'preview INC0000001']
  expect(press(true, keys)).toEqual({ handled: keys, acted })
})

test('without single-key shortcuts only the arrow keys work in a row', () => {
  expect(press(false, keys)).toEqual({ handled: ['ArrowDown'], acted: ['row 1'] })
})
