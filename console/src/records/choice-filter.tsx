import { Select, type SelectProps } from '@mantine/core'
import { useShow } from '../shell/use-show.ts'
import { records } from '../words/records.ts'
import { choicesFrom } from './choices-from.ts'

interface Props extends Omit<SelectProps, 'data' | 'onChange'> {
  /** The parameter in the address of the page that keeps the choice. */
  name: string
  value: string | undefined
  choices: Record<string, string>
}

export function ChoiceFilter({ name, value, choices, ...look }: Props) {
  const show = useShow()
  return (
    <Select
      placeholder={records.all}
      data={choicesFrom(choices)}
      value={value ?? null}
      onChange={(next) => show({ [name]: next ?? undefined })}
      clearable
      flex="1 1 8rem"
      {...look}
    />
  )
}
