import { settings } from '../words/settings.ts'

type Group = keyof typeof settings.groups

/** By the beginning of the name; the first that matches. */
const groups: readonly (readonly [RegExp, Group])[] = [
  [/^(OIDC|BOOTSTRAP|SESSION|MFA|REAUTHENTICATION|API_KEY)_/, 'signIn'],
  [/^SMTP_/, 'email'],
  [/^WEBHOOK_/, 'webhooks'],
  [/^(AI|ANTHROPIC|AWS|MCP)_/, 'ai'],
  [/^(DATA|DATABASE|BACKUP|AUDIT|EVENT_RETENTION|SECRET_KEY)/, 'storage'],
  [/^(RATE_LIMIT|MAX|REQUEST|RESPONSE)_|^(DEFAULT_PAGE_SIZE|REDIS_URL)$/, 'limits'],
]

export const groupOf = (name: string): Group => groups.find(([names]) => names.test(name))?.[1] ?? 'service'
