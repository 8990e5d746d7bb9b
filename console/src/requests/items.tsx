import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { CatalogItem } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { Caption } from '../shell/dimmed.ts'
import { ButtonLink } from '../shell/links.tsx'
import { records } from '../words/records.ts'
import { catalog as w } from '../words/requests.ts'

export const Items = ({ items }: { items: readonly CatalogItem[] }) => (
  <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
    {items.map((item) => (
      <Item key={item.id} item={item} />
    ))}
  </SimpleGrid>
)

function Item({
  item: { id, name, description, category, active, approval_required },
}: {
  item: CatalogItem
}) {
  const { may } = useMe()
  return (
    <Card withBorder p="md" component="article">
      <Stack gap="xs" h="100%">
        <Group gap="xs">
          {category && <Badge color="gray">{category}</Badge>}
          {!active && <Badge color="orange">{w.retired}</Badge>}
        </Group>
        <Title order={2} size="h4" className="title">
          {name}
        </Title>
        <Text size="sm" lineClamp={3} className="anywhere">
          {description}
        </Text>
        <Caption>{approval_required ? w.needsApproval : w.noApproval}</Caption>
        <Group gap="xs" mt="auto">
          {active && may('agents') && (
            <ButtonLink to="/requests/new" search={{ item: id }} size="xs" aria-label={w.requestOne(name)}>
              {w.request}
            </ButtonLink>
          )}
          {may('managers') && (
            <ButtonLink
              to="/catalog/items/$id"
              params={{ id }}
              size="xs"
              variant="default"
              aria-label={records.editOne(name)}
            >
              {records.edit}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
