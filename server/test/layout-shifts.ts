import type { Page } from 'playwright-core'

/** From the next page that is loaded, adds up how far its parts are moved without the user's doing. */
export const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(`{
    let moved = 0
    const add = (entries) => { for (const { value, hadRecentInput } of entries) if (!hadRecentInput) moved += value }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    globalThis.layoutShift = () => { add(observer.takeRecords()); return moved }
  }`)
}

export const layoutShift = (page: Page): Promise<number> => page.evaluate('layoutShift()')

/** Whether the page is the same in ten frames that follow each other. */
export const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate(`(async () => {
    const texts = new Set()
    for (let frame = 0; frame < 10; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      texts.add(document.body.innerText)
    }
    return texts.size === 1
  })()`)
