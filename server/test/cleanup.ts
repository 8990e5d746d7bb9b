type Close = () => unknown

/** What the current test file has opened. Files share a worker's modules, but run one after the other. */
const opened: Close[] = []

/** Runs `close` when the test file that is running now is over, after its own hooks. */
export const closeAtEnd = (close: Close): void => void opened.push(close)

/** The newest first: an app is closed before the receiver that it sends to. */
export async function closeOpened(): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.splice(0).toReversed())
    try {
      await close()
    } catch (failure) {
      failures.push(failure)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed')
}
