import { fromNow, when } from '../shell/time.tsx'

/** How long ago; the exact time is shown on hover. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={when(at)}>
    {fromNow(at)}
  </time>
)
