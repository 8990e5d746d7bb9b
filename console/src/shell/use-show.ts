import { useNavigate } from '@tanstack/react-router'

/** Changes parameters in the address of the page, such as filters and tabs; one that is undefined is removed. */
export function useShow(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  return (change) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
}
