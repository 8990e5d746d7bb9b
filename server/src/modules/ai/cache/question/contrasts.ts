import { conceptName } from './synonyms.ts'

/**
 * Things of one sort, or that are done to one sort of thing: where two questions differ in these, they mostly have other
 * answers. That is a sign among others for the network (ADR 0017); what always makes a difference is in `opposites.ts`.
 */
const lines = `
  enable/disable/uninstall/lock/unlock
  lock/unlock
  responsible/use/support/create/approve/see, allow/provide/sell/pay, keep/sell/return, repair/extend/replace, create/enter/use, left/use, clicked/received/reported, delete/open/report
  install/uninstall/update/repair/remove/delete/order/buy/download
  add/remove/delete/rename/change/copy/move/hide
  create/delete/remove/open/close/edit/change/copy/archive/rename/restore/print/assign/resolve/cancel/approve/find
  connect/disconnect
  start/stop/pause/resume/end/shutdown/restart/schedule
  begin/end/finish
  open/close/reopen
  increase/decrease/limit/reset
  big/small, bigger/smaller, larger/smaller, large/small, enlarge/smaller, longer/shorter, long/short, long/fast, slow/fast, slowly/fast, quickly/slowly, speed/slow
  high/low/medium, higher/lower, too much/too little, most/least/few, many/few, more/less/fewer
  upgrade/downgrade, update/undo, upgrade/undo
  import/export/print/convert, upload/download
  approve/reject/request/cancel/withdraw, accept/reject
  allow/block/forbidden, allowed/forbidden, grant/revoke/deny/request, block/unblock, allowed/necessary
  assign/unassign/resolve/close/escalate/reopen/cancel/merge/link
  incoming/outgoing, inbound/outbound, internal/external, show/hide/unhide/freeze, hide/unhide, public/private/shared
  shared/personal/private, login/logout/sign up/register, mute/unmute, encrypt/decrypt/sign/compress, attach/detach
  send/receive/get/print/delete/archive/forward/recall/encrypt/search/sort, send/reply/forward
  minimum/maximum/average, left/right/top/bottom, old/new, former/new/current, manual/automatic, primary/secondary/tertiary
  source/target, read/write/execute, backup/restore/delete/encrypt/schedule/test, restore/archive, restore/delete, copy/move/delete
  renew/revoke/expire/replace/install/request, buy/sell/rent/return, borrow/return, order/return/cancel/repair/track, join/leave/schedule/record/cancel
  promote/demote, online/offline/busy/away, fast/slow, push/pull, hard/soft, once/twice, always/never, permanent/temporary
  ascending/descending, static/dynamic, required/optional, include/exclude/except, succeed/fail, successful/fail
  north/south/east/west, indoor/outdoor, inside/outside, hot/cold, warm/cold, cool/hot, full/empty, wet/dry, loud/quiet/silent
  guest/employee/contractor/customer/supplier/intern/manager/administrator/colleague/student/partner/freelancer
  test/production/staging/development/prod/sandbox, undo/redo, saved/unsaved, morning/afternoon/evening/night/noon
  symmetric/asymmetric, synchronous/asynchronous, save/discard/print/close/delete, merge/split/link/compare, load/unload, have/need
  before/after/during, since/until, earlier/later, previous/next, last/next/first, past/future, yesterday/today/tomorrow
  daily/weekly/monthly/yearly/hourly, day/week/month/quarter/year, hour/minute/second/day, today/week/month/year
  common/different/difference, same/different, similar/different, equal/different, together/alone
  printer/scanner/projector/copier/fax/plotter
  keyboard/mouse/headset/screen/camera/microphone/dock/laptop/computer/tablet/phone/mobile/charger/cable/printer/scanner/projector/battery/badge/chair/desk/touchpad/loudspeaker/usb stick/hard disk/television/router/switch/bag
  server/laptop/computer/router/switch/firewall/printer/database/mobile/website/workstation
  incident/problem/change/request/task/asset/article/order/contract/approval/project/release
  password/pin/username/email/signature/picture/phone number/address/name/language/time zone/status/permission/certificate/key/token/badge/account
  email/attachment/calendar/contact/appointment/folder/chat/call/file/picture/document
  inbox/outbox/drafts/draft/trash/archive/sent
  mailbox/calendar/folder/site/distribution list/contact/channel/team/group/drive
  file/folder/database/server/mailbox/computer/laptop/picture/video/table/chart/sheet
  column/row/cell/sheet/table/chart/page/header/footer/margin/title/comment
  word/excel/powerpoint/outlook/onenote/visio/access/project/publisher
  user/group/role/computer/device/team/department
  service/server/database/application/process/job/script/container/cluster/queue
  cpu/memory/disk/network/battery/fan/temperature/bandwidth/processor/storage
  certificate/password/license/key/token/contract/subscription/domain
  wifi/vpn/lan/bluetooth/internet/intranet/extranet/network drive/ethernet/hotspot
  video/audio/sound/picture/text/chat/screen/camera
  sound/picture/camera/microphone/screen/light
  hear/see/speak
  response/resolution/acknowledge
  who/what/when/where/why, owner/user/member/approver/author/assignee/requester
  number/name/address/price/date/size/location/owner/color/model/version/status
  phone/email/chat/portal/post/fax/sms
  sms/email/call/chat/push
  floor/basement/lobby/roof/kitchen/canteen/reception/warehouse/garage
  office/home/branch/factory/warehouse/abroad/school
  berlin/munich/hamburg/london/paris/vienna/zurich/madrid/rome/new york/frankfurt/cologne/stuttgart/dublin/amsterdam
  pdf/word/csv/excel/xml/json/html/text/zip/image
  red/green/blue/yellow/orange/white/black/gray
  gold/silver/bronze/platinum
  english/german/french/spanish/italian/dutch
  free/business/premium/basic/standard/enterprise/trial
  standard/emergency/normal/major/minor
  critical/high/medium/low
  hardware/software/network/license/training
  database/network/security/server/desktop/cloud/storage/mail/application
  development/finance/hr/sale/marketing/legal/payroll/logistics/production/purchasing/accounting/procurement/engineering
  finance/hr/legal/sale/marketing/purchasing/engineering/payroll/facility
  salary/expense/vacation/travel/pension/bonus
  travel expense/salary/sick note/vacation
  play/insert/record/stop/pause/cut/edit, capture/record/share, watch/edit/record
  ring/vibrate, incoming/missed/outgoing
  ringtone/voicemail/volume/wallpaper/brightness/language
  brightness/contrast/resolution/orientation/color/volume/size
  font/color/size/background/theme/language
  enter/create/get/find/delete/revoke, read/delete/create/export
  forget/change/reset/share/save/remove/recover/see/expire
  speed/price/size/quality
  speed up/stop/slow down
  charge/start/print/scan/connect/ring/load/open/install/update
  freeze/crash/slow/start/open/update/load/install/close/print/save/sync/login
  slow/broken/stolen/lost/loud/hot/black/frozen/wet/locked/full/dirty/cracked
`

const contrasts = new Map<string, Set<string>>()
for (const group of lines.trim().split(/[,\n]/)) {
  const names = group.split('/').map((phrase) => conceptName(phrase.trim()))
  for (const name of names) contrasts.set(name, new Set([...(contrasts.get(name) ?? []), ...names]))
}

export const areContrasted = (a: string, b: string): boolean => a !== b && contrasts.get(a)?.has(b) === true
