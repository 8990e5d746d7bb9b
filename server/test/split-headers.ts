import type { Page } from 'playwright-core'

/** Headers of tables with a word that is broken over two lines, or whose end is cut off. */
export const splitHeaders = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('th, [role=columnheader]')]
    .filter((header) => {
      if (header.scrollWidth > header.clientWidth + 1) return true
      const texts = document.createTreeWalker(header, NodeFilter.SHOW_TEXT)
      while (texts.nextNode())
        for (const { index, 0: word } of texts.currentNode.data.matchAll(/\\S+/g)) {
          const range = document.createRange()
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) return true
        }
      return false
    })
    .map((header) => header.textContent)`)
