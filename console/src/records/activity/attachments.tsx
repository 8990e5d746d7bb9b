import { Anchor, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, bodyOf, withId } from '../../api/client.ts'
import type { Attachment } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { saveAs } from '../../shell/save-as.ts'
import { records } from '../../words/records.ts'

const { activity: w } = records

const ownAttachment = /\/attachments\/[^/]+$/

/** Files are only downloaded, never displayed, because their content is not trusted. */
export function Attachments({ of }: { of: Attachment[] }) {
  const saving = useMutation({
    mutationFn: async ({ id, filename }: Attachment) =>
      saveAs(await bodyOf(api.GET('/attachments/{id}', { ...withId(id), parseAs: 'blob' })), filename),
  })
  if (of.length === 0) return null
  return (
    <>
      <Group gap="xs" mt="xs" component="ul" className="plain-list" aria-label={w.attachments}>
        {of.map((file) => (
          <li key={file.id}>
            {file.size !== null && ownAttachment.test(new URL(file.url, location.href).pathname) ? (
              <Button size="compact-sm" variant="default" onClick={() => saving.mutate(file)}>
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
      {saving.error && <Failure error={saving.error} />}
    </>
  )
}
