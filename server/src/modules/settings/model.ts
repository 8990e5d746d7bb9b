import { Type, type Static } from 'typebox'
import type { Config } from '../../config.ts'
import type { Variable } from '../../config-forms.ts'
import { variables } from '../../config-variables.ts'
import { NamedObject, Nullable } from '../../kernel/schema.ts'

export const Setting = NamedObject('Setting', {
  name: Type.String({ description: 'The environment variable, such as BASE_URL' }),
  description: Type.String(),
  accepts: Type.String({ description: 'The accepted form' }),
  value: Nullable(
    Type.String({
      description: 'In use now; empty: off. null: a secret that is set. Addresses are without passwords.',
    }),
  ),
  source: Type.Union([Type.Literal('environment'), Type.Literal('default')]),
})
export type Setting = Static<typeof Setting>

export const Settings = NamedObject('Settings', { data: Type.Array(Setting) })

export const settingsOf = (config: Config): Setting[] =>
  Object.entries<Variable<unknown>>(variables).map(([name, { about, form, isSecret }]) => {
    const text = textOf(config[name.toLowerCase() as keyof Config])
    return {
      name,
      description: about,
      accepts: form,
      value: isSecret && text !== '' ? null : withoutPassword(text),
      source: config.set_variables.includes(name) ? 'environment' : 'default',
    }
  })

/** As one would write it in a shell. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  if (typeof value !== 'object' || value === null) return String(value)
  if ('from' in value && 'to' in value) return [...new Set([value.from, value.to])].join('-')
  if ('provider' in value && 'model' in value) return [value.provider, value.model].filter(Boolean).join('/')
  return Object.entries(value)
    .map(([key, each]) => `${key}=${textOf(each)}`)
    .join(',')
}

/** A password stands before the last @, or in the query. */
const withoutPassword = (text: string) =>
  /^\w+:\/\//.test(text) ? text.replace(/\?.*$/, '').replace(/\/\/.*@/, '//') : text
