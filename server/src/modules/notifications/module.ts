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

function senderOf({ base_url, service_instance, smtp_from, inbound_mail_url }: Config) {
  const domain = mailDomainOf(base_url)
  const reply_to = inbound_mail_url ? mailboxAddress(inbound_mail_url) : undefined
  return { name: service_instance, address: smtp_from || reply_to || `mainstay@${domain}`, domain, reply_to }
}

/** The name of an account at a mail server is mostly its address. */
function mailboxAddress(url: string): string | undefined {
  const user = decodeURIComponent(new URL(url).username)
  return user.includes('@') ? user : undefined
}
