import type { ComponentType } from 'react'
import type { Answer } from '../api/client.ts'
import type { Fact } from '../records/facts.tsx'
import type { Field } from '../records/field-input.tsx'
import type { Direction } from './choices.ts'
import type { Webhook } from './model.ts'

interface WebhookTab<Item> {
  name: string
  label: string
  Panel: ComponentType<{ answer: Answer<Item> }>
  /** Keeps what was typed while another tab is open. */
  keepMounted?: boolean
}

/** What the page of a webhook shows for its direction; everything else is the same for both. */
export interface WebhookView<Item extends Webhook> {
  direction: Direction
  questions: { rotate: string; remove: string; pause: string }
  pausedHint: string
  isSigned: (webhook: Item) => boolean
  detail: (webhook: Item) => string | null
  /** Above all tabs. */
  Summary?: ComponentType<{ webhook: Item; secret: string | undefined }>
  /** The first one is open at the start. */
  tabs: readonly WebhookTab<Item>[]
  settings: readonly Field[]
  facts: (webhook: Item) => readonly Fact[]
}
