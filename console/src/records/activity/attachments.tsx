import { Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { api, bodyOf, withId } from '../../api/client.ts'
import type { Attachment } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { saveAs } from '../../shell/save-as.ts'
import { records } from '../../words/records.ts'

const { activity: w } = records

const ownAttachment = /\/attachments\/[^/]+$/

/** Files are only downloaded, never displayed, because their content is not trusted. */
export function Attachments({ of }: { of: Attachment[] }) {
  const [failure, setFailure] = useState<Error>()
  if (of.length === 0) return null
  const save = async ({ id, filename }: Attachment) => {
    setFailure(undefined)
    try {
      saveAs(await bodyOf(api.GET('/attachments/{id}', { ...withId(id), parseAs: 'blob' })), filename)
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return (
    <>
      <Group gap="xs" mt="xs" component="ul" className="plain-list" aria-label={w.attachments}>
        {of.map((file) => (
          <li key={file.id}>
            {file.size !== null && ownAttachment.test(new URL(file.url, location.href).pathname) ? (
              <Button size="compact-sm" variant="default" onClick={() => void save(file)}>
                ↓ {file.filename} ({w.size(file.size)})
              </Button>
            ) : (
              <Anchor href={file.url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
                {file.filename}
              </Anchor>
            )}
          </li>
        ))}
      </Group>
      {failure && <Failure error={failure} />}
    </>
  )
}
