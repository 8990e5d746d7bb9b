import type { Config } from '../../config.ts'
import type { Module } from '../../module.ts'
import { mountWatchList } from '../records/watches/mount.ts'
import { notifyOfChange } from './change-job.ts'
import { forgetNotifications } from './jobs.ts'
import { sendMails, smtpMailer, type Sender } from './mail.ts'
import { mountNotifications } from './routes.ts'
import { subscribers } from './subscribers.ts'

export const open = (config: Config): Module => ({
  routes: ({ api, openList }) => {
    mountNotifications(api, openList)
    mountWatchList(api, openList)
  },
  jobs: [
    notifyOfChange,
    forgetNotifications,
    ...(config.smtp_url ? [sendMails(smtpMailer(config.smtp_url, senderOf(config)))] : []),
  ],
  subscribers,
})

const senderOf = ({ base_url, service_instance }: Config): Sender => ({
  name: service_instance,
  address: `mainstay@${new URL(base_url).hostname}`,
})
