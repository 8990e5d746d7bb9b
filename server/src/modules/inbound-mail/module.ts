import type { Config } from '../../config.ts'
import type { Module } from '../../module.ts'
import { readMail } from './jobs.ts'

export const open = (config: Config): Module => ({ jobs: [readMail(config)] })
