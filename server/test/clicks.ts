import type { Page } from 'playwright-core'

/** Counts the clicks that a user needs for something, without loading the page again. */
export async function clicksFor(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`globalThis.stopCounting?.()
    globalThis.clicks = 0
    globalThis.countClick = (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks++ }
    addEventListener('click', globalThis.countClick, true)
    globalThis.stopCounting = () => removeEventListener('click', globalThis.countClick, true)`)
  await act()
  return page.evaluate('globalThis.clicks')
}
