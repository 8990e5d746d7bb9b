import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Dimmed } from '../shell/dimmed.ts'
import { ButtonLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { firstRun as w } from '../words/first-run.ts'
import { shell } from '../words/shell.ts'
import { isSetUp, type SetupStep } from './steps.ts'
import { useSetup } from './use-setup.ts'

/** The setup checklist, for administrators, until everything is done or one of them dismisses it. */
export function FirstRun() {
  const { steps, isFirstTry, dismiss } = useSetup()
  if (isFirstTry) return <Loading />
  if (!steps || isSetUp(steps)) return null
  const done = steps.filter(({ isDone }) => isDone)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="first-run">
      <Stack gap="sm">
        <Group justify="space-between" align="start" gap="sm">
          <div>
            <Title order={2} size="h4" id="first-run">
              {w.title}
            </Title>
            <Text size="sm">{w.about}</Text>
          </div>
          <ConfirmButton label={w.dismiss} question={w.dismissQuestion} act={dismiss} />
        </Group>
        <Dimmed role="status">{w.progress(done.length, steps.length)}</Dimmed>
        <Stack component="ol" gap="sm" m={0} className="plain-list">
          {steps
            .filter(({ isDone }) => !isDone)
            .map((step) => (
              <Step key={step.name} step={step} />
            ))}
        </Stack>
        {done.length > 0 && <Dimmed>{w.done(done.map(({ name }) => w.steps[name].title))}</Dimmed>}
      </Stack>
    </Paper>
  )
}

function Step({ step: { name, isLoading, isOptional, to } }: { step: SetupStep }) {
  const { title, hint, action } = w.steps[name]
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0} flex="1 1 16rem">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {title}
          </Text>
          {(isLoading || isOptional) && (
            <Badge color={isLoading ? 'blue' : 'gray'}>{isLoading ? shell.loading : w.optional}</Badge>
          )}
        </Group>
        <Dimmed>{hint}</Dimmed>
      </Stack>
      {!isLoading && (
        <ButtonLink to={to} size="xs" variant="default">
          {action}
        </ButtonLink>
      )}
    </Group>
  )
}
