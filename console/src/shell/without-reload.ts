/** Handles the submission of a form, or a link, in place of the browser, which would load the page again. */
export const withoutReload = (submit: () => unknown) => (event: { preventDefault(): void }) => {
  event.preventDefault()
  submit()
}
