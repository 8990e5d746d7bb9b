import { Box, CloseButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { PeoplePicker } from '../records/people-picker.tsx'
import { reports as w } from '../words/reports.ts'

/** Narrows the reports to one group. */
export function GroupChoice({ value }: { value: string | null }) {
  const navigate = useNavigate()
  const choose = (group: string | null) =>
    void navigate({
      to: '/reports',
      search: (view) => ({ ...view, assignment_group: group ?? undefined }),
      resetScroll: false,
    })
  return (
    <Box w="13rem">
      <PeoplePicker
        kind="group"
        size="xs"
        aria-label={w.group}
        placeholder={w.allGroups}
        value={value}
        onChange={choose}
        rightSection={
          value !== null && (
            <CloseButton size="xs" aria-label={w.showAllGroups} onClick={() => choose(null)} />
          )
        }
      />
    </Box>
  )
}
