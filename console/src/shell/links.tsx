import { Anchor, Badge, Button, Paper } from '@mantine/core'
import type { AnchorProps, BadgeProps, ButtonProps, PaperProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type LinkPropsWith<Style> = Style & Omit<ComponentPropsWithRef<'a'>, keyof Style>

/** Links that look like a component of the library, with addresses and parameters that the router checks. */
export const AnchorLink = createLink((props: LinkPropsWith<AnchorProps>) => <Anchor {...props} />)
/** To the list or the record that a page belongs to. */
export const BackLink = createLink(({ children, ...props }: LinkPropsWith<AnchorProps>) => (
  <Anchor size="sm" {...props}>
    <span aria-hidden>← </span>
    {children}
  </Anchor>
))
export const BadgeLink = createLink((props: LinkPropsWith<BadgeProps>) => <Badge component="a" {...props} />)
export const ButtonLink = createLink((props: LinkPropsWith<ButtonProps>) => (
  <Button component="a" {...props} />
))
export const PaperLink = createLink((props: LinkPropsWith<PaperProps>) => <Paper component="a" {...props} />)
