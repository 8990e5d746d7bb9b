import type { Config } from '../../config.ts'
import type { Module } from '../../module.ts'
import { sendMails, smtpMailer } from './mail.ts'
import { mountNotifications } from './routes.ts'

export const open = (config: Config): Module => ({
  routes: ({ api, openList }) => mountNotifications(api, openList),
  jobs: config.smtp_url ? [sendMails(smtpMailer(config.smtp_url, senderOf(config)))] : [],
})

const senderOf = ({ base_url, service_instance }: Config) =>
  `${service_instance} <mainstay@${new URL(base_url).hostname}>`
