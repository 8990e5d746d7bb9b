/** Handles the submission of a form, which would otherwise load the page again. */
export const withoutReload = (submit: () => unknown) => (event: { preventDefault(): void }) => {
  event.preventDefault()
  submit()
}
