import './files.css'
import { Button, CloseButton, FileButton } from '@mantine/core'
import { useRef, type ClipboardEvent, type DragEvent, type SyntheticEvent } from 'react'
import { upload } from '../../api/client.ts'
import { notifyFailure } from '../../shell/notify.ts'
import { records } from '../../words/records.ts'

const { activity: w } = records

/** The maximum number of files per note. */
const maxFiles = 10

interface Props {
  files: File[]
  change: (files: File[]) => void
}

/** In bytes. */
const maxSize = 25 * 2 ** 20

/** As many as a note may have, and only what the service accepts; the user hears of the others. */
function withMore(files: File[], more: File[]): File[] {
  const accepted = more.filter(({ size }) => size > 0 && size <= maxSize)
  const refused = more.filter((file) => !accepted.includes(file)).map(({ name }) => name)
  if (refused.length > 0) notifyFailure(w.unfitFiles(w.size(maxSize), refused))
  const all = [...files, ...accepted]
  const others = all.slice(maxFiles).map(({ name }) => name)
  if (others.length > 0) notifyFailure(w.tooManyFiles(maxFiles, others))
  return all.slice(0, maxFiles)
}

/** What is dropped or pasted, unless it is also text: spreadsheets copy cells as a picture as well. */
export function filesHandlers({ files, change }: Props) {
  const take = (event: SyntheticEvent, { types, files: more }: DataTransfer) => {
    if (!types.includes('Files') || types.includes('text/plain')) return
    event.preventDefault()
    if (more.length > 0) change(withMore(files, [...more]))
  }
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    // Otherwise the browser would show the file instead of the page.
    onDragOver: (event: DragEvent) => take(event, event.dataTransfer),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  }
}

export function AttachButton({ files, change }: Props) {
  const reset = useRef<() => void>(null)
  const add = (more: File[]) => {
    change(withMore(files, more))
    reset.current?.() // otherwise a removed file could not be chosen again
  }
  return (
    <FileButton multiple resetRef={reset} onChange={add}>
      {(props) => (
        <Button {...props} size="xs" variant="default" disabled={files.length >= maxFiles}>
          {w.attach}
        </Button>
      )}
    </FileButton>
  )
}

/** The chosen files, on a line of their own. */
export const ChosenFiles = ({ files, change }: Props) =>
  files.length > 0 && (
    <ul className="plain-list chosen-files" aria-label={w.attachments}>
      {files.map((file, index) => (
        <li key={`${file.name} ${index}`}>
          <span className="anywhere">
            {file.name} ({w.size(file.size)})
          </span>
          <CloseButton
            size="md"
            aria-label={w.detach(file.name)}
            onClick={() => change(files.filter((each) => each !== file))}
          />
        </li>
      ))}
    </ul>
  )

/** Uploads the files and returns their references for the note. */
export const uploadAll = (files: File[]): Promise<{ id: string }[]> =>
  Promise.all(
    files.map(async (file) => {
      const { id } = await upload(file)
      return { id }
    }),
  )
