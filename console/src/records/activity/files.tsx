import { Button, CloseButton, FileButton, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { upload } from '../../api/client.ts'
import { notify } from '../../shell/notify.ts'
import { records } from '../../words/records.ts'

const { activity: w } = records

/** The maximum number of files per note. */
const maxFiles = 10

interface Props {
  files: File[]
  change: (files: File[]) => void
}

export function Files({ files, change }: Props) {
  const reset = useRef<() => void>(null)
  const add = (more: File[]) => {
    const all = [...files, ...more]
    change(all.slice(0, maxFiles))
    if (all.length > maxFiles)
      notify(
        w.tooManyFiles(
          maxFiles,
          all.slice(maxFiles).map(({ name }) => name),
        ),
      )
    reset.current?.() // otherwise a removed file could not be chosen again
  }
  return (
    <Group gap="xs">
      <FileButton multiple resetRef={reset} onChange={add}>
        {(props) => (
          <Button {...props} size="xs" variant="default" disabled={files.length >= maxFiles}>
            {w.attach}
          </Button>
        )}
      </FileButton>
      {files.map((file, index) => (
        <Group key={`${file.name} ${index}`} gap={2} wrap="nowrap">
          <Text size="sm" className="anywhere">
            {file.name} ({w.size(file.size)})
          </Text>
          <CloseButton
            size="md"
            aria-label={w.detach(file.name)}
            onClick={() => change(files.filter((each) => each !== file))}
          />
        </Group>
      ))}
    </Group>
  )
}

/** Uploads the files and returns their references for the note. */
export const uploadAll = (files: File[]): Promise<{ id: string }[]> =>
  Promise.all(
    files.map(async (file) => {
      const { id } = await upload(file)
      return { id }
    }),
  )
