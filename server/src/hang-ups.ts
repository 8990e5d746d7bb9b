/** A SIGHUP that nobody handles ends the process, so one that comes while code is still loading is remembered. */
let isPending = false
const remember = () => {
  isPending = true
}
process.on('SIGHUP', remember)

export function onHangUp(handle: (signal: NodeJS.Signals) => void): void {
  process.off('SIGHUP', remember).on('SIGHUP', handle)
  // Later, when other signals have their handlers, too: this one may send such a signal.
  if (isPending) setImmediate(handle, 'SIGHUP')
  isPending = false
}
