/** Downloads a file; nothing is opened in the page. */
export function saveAs(content: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
