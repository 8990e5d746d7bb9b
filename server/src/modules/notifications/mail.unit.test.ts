import { expect, test } from 'vitest'
import { mailDomainOf } from './mail.ts'

test.for([
  ['https://desk.example.com:8443/app', 'desk.example.com'],
  ['http://localhost:8080', 'localhost'],
  ['http://10.0.0.5:8080', '[10.0.0.5]'],
  ['http://[fe80::1]:8080', '[IPv6:fe80::1]'],
])('email of %s is sent from the domain %s', ([url, domain]) => expect(mailDomainOf(url!)).toBe(domain))
