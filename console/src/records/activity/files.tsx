import { Button, CloseButton, FileButton, Group, Text } from '@mantine/core'
import { upload } from '../../api/client.ts'
import { records } from '../../words/records.ts'

const { activity: w } = records

/** The maximum number of files per note. */
const maxFiles = 10

interface Props {
  files: File[]
  change: (files: File[]) => void
}

export function Files({ files, change }: Props) {
  return (
    <Group gap="xs">
      <FileButton multiple onChange={(more) => change([...files, ...more].slice(0, maxFiles))}>
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
