import type { Config } from '../../config.ts'
import type { Module } from '../../module.ts'
import { mountWatchList } from '../records/mount-watches.ts'
import { notifyOfChange } from './change-job.ts'
import { sendHeldMails } from './held-mail.ts'
import { forgetNotifications } from './jobs.ts'
import { discardMail, mailDomainOf, sendMails, smtpMailer } from './mail.ts'
import { mountNotifications } from './routes.ts'
import { subscribers } from './subscribers.ts'

export function open(config: Config): Module {
  const send = config.smtp_url ? smtpMailer(config.smtp_url, senderOf(config)) : discardMail
  return {
    routes: ({ api }) => {
      mountNotifications(api)
      mountWatchList(api)
    },
    jobs: [notifyOfChange, forgetNotifications, sendMails(send), sendHeldMails(send)],
    subscribers,
  }
}

function senderOf({ base_url, service_instance, smtp_from }: Config) {
  const domain = mailDomainOf(base_url)
  return { name: service_instance, address: smtp_from || `mainstay@${domain}`, domain }
}
