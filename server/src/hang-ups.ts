/** A SIGHUP that nobody handles ends the process, so one that comes while code is still loading is remembered. */
let isPending = false
const remember = () => {
  isPending = true
}
process.on('SIGHUP', remember)

export function onHangUp(handle: (signal: NodeJS.Signals) => void): void {
  process.off('SIGHUP', remember).on('SIGHUP', handle)
  // Later, when the handlers of other signals are there, too: it may send one.
  if (isPending) setImmediate(handle, 'SIGHUP')
  isPending = false
}
