export const set = (words: string): Set<string> => new Set(words.trim().split(/\s+/))

/** Words of our trade in their plain form: these are bent back, and misspelt ones are taken for them. */
export const verbs = set(`
  accept access acknowledge activate add adjust allow analyze answer append apply approve archive arrange ask assign attach audit
  authenticate authorize back backup ban block book boot borrow break browse build burn buy call cancel capture change charge
  check choose claim clean clear click clone close collect combine come compare compile complete compress configure
  confirm connect contact convert copy correct crash create customize cut deactivate debug decline decommission decrease
  decrypt deduplicate define delegate delete deliver demote deny deploy detach detect diagnose dial disable disallow
  discard disconnect dismiss dismount display document dock downgrade download downsize drag drop duplicate edit eject
  embed empty enable encrypt end enforce enlarge enroll enter erase escalate exclude execute expand expire explain
  export extend extract fail fax file fill filter find finish fix flash flush follow force forget format forward freeze
  get give go grant group hang hide hibernate highlight hold host identify ignore import improve include increase inform
  insert inspect install integrate invite join keep kill launch leave link list listen load locate lock log login logout look
  lose lower make manage map mark measure merge migrate mirror mitigate modify monitor mount move mute name navigate need
  notify offboard onboard open optimize order organize override overwrite own pair park partition paste patch pause pay permit ping
  place plan play plug post power prepare prevent preview print prioritize process program promote prompt protect provide
  provision publish pull purchase purge push put query quit raise reach read reactivate reassign reboot rebuild receive
  reclaim recommend reconnect record recover recycle redeem redirect redo reduce refresh refuse register reinstall
  reject release reload relocate remap remember remind remove rename renew reopen reorder repair replace replicate reply
  report request require reroute rerun resend reserve reset resize resolve respond restart restore restrict resume retain
  retire retrieve retry return reuse revert review revoke roll rotate route run sanitize save scan schedule screenshot
  search secure see select sell send separate set share shift ship show shrink shut shutdown sign silence simulate skip sort
  split stage start stop store stream submit subscribe subtract suggest support suppress suspend swap switch sync tag take
  test throttle track train transfer translate transmit trigger troubleshoot trust turn type unassign unblock uncheck
  uncompress undelete undo uninstall unlink unlock unmount unmute unpin unpublish unsubscribe untag unzip update upgrade
  upload use validate verify view visit wait want warn watch whitelist blacklist wipe withdraw work wrap write zip`)

/** Others that are often asked about and often misspelt. */
export const nouns = set(`
  account address administrator agreement alert antivirus appliance application appointment approval article assignment
  attachment authentication authenticator balance bandwidth battery bluetooth bookmark browser calendar camera cartridge
  catalog category certificate channel charger client cluster colleague compliance computer conference configuration
  connection contact contractor credential customer dashboard database delegate department deployment desktop device
  dialog directory discount disk display distribution document domain driver emergency employee encryption endpoint
  enterprise environment error escalation ethernet exchange expense external failure feature finance firewall firmware
  folder gateway guest hardware headset helpdesk holiday hostname incident information infrastructure installation
  internal internet intranet invoice keyboard knowledge language laptop laptops latency license location machine
  macro mailbox mailing maintenance management manager meeting member memory message microphone mobile modem monitor
  mouse network notification number office operating option outage outlook owner package password payment payroll
  performance permission phone picture policy portal presentation printer priority privilege problem procedure
  production profile program project projector proxy quality question queue quota recipient record recovery recurring
  region registry remote repository resolution resource response restriction router schedule scanner screen screensaver
  security sender server service session setting shortcut signature software solution speaker spooler spreadsheet
  standard status storage subnet subscription supplier switch system tablet technician telephone template terminal
  ticket timeout toner traffic training travel tunnel upgrade vacation vendor version video virtual voicemail volume
  vulnerability warranty webcam website weekend window wireless workflow workspace workstation`)

/** Before what something belongs to, or where it is: the password for the vpn is the vpn password. */
export const attributive = set('of for on in at within inside about regarding concerning')

export const prepositions = new Set([
  ...attributive,
  ...set(`to from into onto before after until since via by with without over under above below during against as than
    between`),
])

export const auxiliaries = set('is are was were be been being has have had')
