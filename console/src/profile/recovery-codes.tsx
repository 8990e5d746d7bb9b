import { Alert, Button, Code, Group, SimpleGrid, Text } from '@mantine/core'
import { CopyAction } from '../shell/copy-action.tsx'
import { saveAs } from '../shell/save-as.ts'
import { twoFactor as w } from '../words/two-factor.ts'

/** Shown once, until the user confirms that they are saved. */
export function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const text = codes.join('\n')
  const download = () => saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), w.fileName)
  return (
    <Alert color="yellow" title={w.codesTitle} role="status">
      <Text size="sm">{w.codesHint}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} my="sm" spacing={4} role="list">
        {codes.map((code) => (
          <div key={code} role="listitem">
            <Code className="recovery-code">{code}</Code>
          </div>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyAction value={text} label={w.copyCodes} />
        <Button size="xs" variant="default" onClick={download}>
          {w.download}
        </Button>
        <Button size="xs" onClick={done}>
          {w.done}
        </Button>
      </Group>
    </Alert>
  )
}
