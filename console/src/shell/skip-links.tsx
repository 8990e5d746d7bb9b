import { shell } from '../words/shell.ts'
import { withoutReload } from './without-reload.ts'

/** The first row of a list, else the content of the page. */
function focusFirstRow(): void {
  const row = document.querySelector<HTMLElement>('main a.row, main [data-row] a, main tbody a')
  ;(row ?? document.querySelector<HTMLElement>('main'))?.focus()
}

const focusContent = () => document.querySelector<HTMLElement>('#content')?.focus()

/** The first stops of the Tab key. */
export const SkipLinks = () => (
  <>
    <a className="skip" href="#content" onClick={withoutReload(focusContent)}>
      {shell.skip}
    </a>
    <a className="skip to-rows" href="#content" onClick={withoutReload(focusFirstRow)}>
      {shell.skipToList}
    </a>
  </>
)
