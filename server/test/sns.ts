import { cloudwatch } from '../src/modules/webhooks/inbound/presets/cloudwatch.ts'

const { TopicArn, SignatureVersion, Signature, SigningCertURL } = cloudwatch.sample as Record<string, string>
const Token =
  '2336412f37fb687f5d51e6e241d09c805a5a57b30d712f794cc5f6a988666d92768dd60a747ba6f3beb71854e285d6ad'

/** What SNS sends first. It sends nothing else until somebody has opened SubscribeURL. */
export const subscriptionConfirmation = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token,
  TopicArn,
  Message: `You have chosen to subscribe to the topic ${TopicArn}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`,
  SubscribeURL: `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TopicArn}&Token=${Token}`,
  Timestamp: '2026-03-01T20:45:04.751Z',
  SignatureVersion,
  Signature,
  SigningCertURL,
}
