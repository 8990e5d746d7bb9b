import type { Preset } from './preset.ts'

const alarm = {
  AlarmName: 'orders-queue-too-old',
  AlarmDescription: 'The oldest order has waited more than five minutes.',
  AWSAccountId: '123456789012',
  AlarmConfigurationUpdatedTimestamp: '2026-01-14T10:21:32.110+0000',
  NewStateValue: 'ALARM',
  NewStateReason:
    'Threshold Crossed: 1 out of the last 1 datapoints [431.0 (02/03/26 08:14:00)] was greater than the threshold (300.0).',
  StateChangeTime: '2026-03-02T08:15:26.802+0000',
  Region: 'EU (Frankfurt)',
  AlarmArn: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:orders-queue-too-old',
  OldStateValue: 'OK',
  OKActions: ['arn:aws:sns:eu-central-1:123456789012:alarms'],
  AlarmActions: ['arn:aws:sns:eu-central-1:123456789012:alarms'],
  InsufficientDataActions: [],
  Trigger: {
    MetricName: 'ApproximateAgeOfOldestMessage',
    Namespace: 'AWS/SQS',
    StatisticType: 'Statistic',
    Statistic: 'MAXIMUM',
    Unit: null,
    Dimensions: [{ value: 'orders', name: 'QueueName' }],
    Period: 60,
    EvaluationPeriods: 1,
    DatapointsToAlarm: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 300,
    TreatMissingData: 'missing',
    EvaluateLowSampleCountPercentile: '',
  },
}

const topic = 'arn:aws:sns:eu-central-1:123456789012:alarms'
const signing = {
  SignatureVersion: '1',
  Signature:
    'EXAMPLEpH+DcEwjAPg8O9mY8dReBSwksfg2S7WKQcikcNKWLQjwu6A4VbeS0QHVCkhRS7fUQvi2egU3N858fiTDN6bkkOxYDVrY0Ad8L10Hs3zH81mtnPk5uvvolIC1CXGu43obcgFxeL3khZl8IKvO61GWB6jI9b5+gLPoBc1Q=',
  SigningCertURL:
    'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem',
}

const notification = (messageId: string, timestamp: string, message: typeof alarm) => ({
  Type: 'Notification',
  MessageId: messageId,
  TopicArn: topic,
  Subject: `${message.NewStateValue}: "${message.AlarmName}" in ${message.Region}`,
  Message: JSON.stringify(message),
  Timestamp: timestamp,
  ...signing,
  UnsubscribeURL: `https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${topic}:2bcfbf39-05c3-41de-beaa-fcfcc21c8f55`,
})

export const cloudwatch: Preset = {
  name: 'cloudwatch',
  title: 'Amazon CloudWatch alarms through SNS',
  description:
    'Subscribe the url of this webhook to the SNS topic of your alarms with the protocol HTTPS, without raw ' +
    'message delivery, and set the topic as the action of both ALARM and OK. SNS signs in a way of its own, ' +
    'so create the webhook without a secret.',
  field_mapping: {
    short_description: '{{ Message.AlarmName }}: {{ Message.AlarmDescription | default: "in alarm" }}',
    description:
      '{{ Message.NewStateReason }}\n\nMetric: {{ Message.Trigger.Namespace }} {{ Message.Trigger.MetricName }}\n' +
      'Dimensions: {{ Message.Trigger.Dimensions }}\nAccount: {{ Message.AWSAccountId }}\n' +
      'Region: {{ Message.Region }}\nSince: {{ Message.StateChangeTime }}',
    priority: 'P2',
    category: 'monitoring',
    subcategory: '{{ Message.Trigger.Namespace }}',
    dedup_key: '{{ Message.AlarmArn }}',
  },
  filters: [
    { field: 'Type', operator: 'eq', value: 'Notification' },
    { field: 'Message.NewStateValue', operator: 'in', value: ['ALARM', 'OK'] },
  ],
  resolve_when: [{ field: 'Message.NewStateValue', operator: 'eq', value: 'OK' }],
  sample: notification('22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324', '2026-03-02T08:15:26.851Z', alarm),
  resolving_sample: notification('da41e39f-ea4d-435a-b922-c6aae3915ebe', '2026-03-02T08:31:26.840Z', {
    ...alarm,
    NewStateValue: 'OK',
    OldStateValue: 'ALARM',
    NewStateReason:
      'Threshold Crossed: 1 out of the last 1 datapoints [12.0 (02/03/26 08:30:00)] was not greater than the threshold (300.0).',
    StateChangeTime: '2026-03-02T08:31:26.802+0000',
  }),
}
