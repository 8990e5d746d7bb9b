import { Combobox } from '@mantine/core'

/** A line in place of options; a listbox without any option is no valid one. */
export const NoOption = ({ children }: { children: string }) => (
  <Combobox.Empty role="option" aria-disabled aria-selected={false}>
    {children}
  </Combobox.Empty>
)
