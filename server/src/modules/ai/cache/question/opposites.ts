import { stemOf } from '../../text/stem.ts'

/** Words of one group exclude each other where they make the difference between two questions. */
const groups = `
  enable/disable, enable/deactivate, activate/disable, activate/deactivate, >/<, above/below, over/under,
  on/off, up/down, in/out, add/remove, add/delete, create/delete, create/remove, install/uninstall, lock/unlock,
  connect/disconnect, start/stop/end/shutdown, begin/end/finish, open/close, increase/decrease, raise/lower,
  upgrade/downgrade, import/export, upload/download/unload, approve/reject, approve/decline, accept/reject,
  accept/decline, allow/block, allow/deny, grant/revoke, grant/deny, assign/unassign/resolve, incoming/outgoing,
  inbound/outbound, internal/external, show/hide, public/private, shared/personal/private, login/logout,
  mute/unmute, encrypt/decrypt, attach/detach, send/receive, minimum/maximum, least/most, left/right, old/new,
  former/new/current, manual/automatic, manually/automatically, primary/secondary, source/target, read/write,
  backup/restore, archive/restore, delete/restore, delete/recover, renew/revoke/expire, buy/sell, borrow/return,
  join/leave, promote/demote, online/offline, high/low, top/bottom, fast/slow, push/pull, hard/soft, once/twice,
  always/never, permanent/temporary, permanently/temporarily, ascending/descending, static/dynamic,
  required/optional, include/exclude/except, succeed/fail, successful/fail, north/south/east/west,
  guest/employee/contractor/customer/visitor, test/production/staging/development/prod, undo/redo,
  morning/afternoon/evening/night, symmetric/asymmetric, synchronous/asynchronous, save/discard, merge/split,
  pause/resume, load/unload, have/need, allowed/forbidden, larger/smaller, bigger/smaller, larger/small, big/small, large/small,
  hot/cold, hot/cool, loud/quiet, long/short, longer/shorter, many/few, much/little, too much/too little, wide/narrow, rich/poor,
  fast/long, common/difference, same/difference, correct/wrong, right/wrong, known/solve, saved/unsaved, full/empty, before/after,
  hide/unhide, subscribe/unsubscribe, follow/unfollow, pin/unpin, blur/unblur, freeze/unfreeze, reachable/unreachable,
  legal/illegal, empty/full, early/late, first/last, front/back, inner/outer, indoor/outdoor, request/return, borrow/lend,
  once/double, bold/italic, single/double, portrait/landscape, ongoing/solve, hear/speak, allow/prevent
`

const opposites = new Map<string, Set<string>>()
for (const group of groups.trim().split(',')) {
  const stems = group
    .trim()
    .split('/')
    .map((word) => stemOf(word))
  for (const stem of stems) opposites.set(stem, new Set([...(opposites.get(stem) ?? []), ...stems]))
}

const prefixes = new Set(['un', 'dis', 'de', 'in', 'im', 'non', 'mis', 'a', 're', 'pre'])

/** Whether two stems contradict each other. */
export const areOpposite = (a: string, b: string): boolean =>
  a !== b && (opposites.get(a)?.has(b) === true || isNegated(a, b) || isNegated(b, a))

const isNegated = (a: string, b: string) =>
  b.length > 3 && a.length > b.length && a.endsWith(b) && prefixes.has(a.slice(0, -b.length))
