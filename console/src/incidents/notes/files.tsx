import { Button, CloseButton, FileButton, Group, Text } from '@mantine/core'
import { upload } from '../../api/client.ts'
import { words } from '../../words.ts'

const { incidents: w } = words

/** As many as one note takes. */
const most = 10

interface Props {
  files: File[]
  change: (files: File[]) => void
}

/** The files that will go with a note. */
export function Files({ files, change }: Props) {
  return (
    <Group gap="xs">
      <FileButton multiple onChange={(more) => change([...files, ...more].slice(0, most))}>
        {(props) => (
          <Button {...props} size="xs" variant="default" disabled={files.length >= most}>
            {w.attach}
          </Button>
        )}
      </FileButton>
      {files.map((file, place) => (
        <Group key={`${file.name} ${place}`} gap={2} wrap="nowrap">
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

/** Uploads them, and gives what the note says of each. */
export const uploaded = (files: File[]): Promise<{ id: string }[]> =>
  Promise.all(
    files.map(async (file) => {
      const { id } = await upload(file)
      return { id }
    }),
  )
