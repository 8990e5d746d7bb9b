import { encoderName } from '../embedding/encoder.ts'
import type { Embedding } from '../embedding/model.ts'
import { cosine } from '../math/vectors.ts'

/** What people ask a knowledge base about their work, whether or not an article covers it. */
const workExamples = [
  'How do I reset my password?',
  'VPN does not connect',
  'The printer is offline',
  'How do I request a new laptop?',
  'E-mail is not delivered',
  'How do I install an application?',
  'How do I restore a deleted file?',
  'How do I move a database to another server?',
  'The website answers slowly and shows an error',
  'Where do I order equipment for my desk?',
  'How do I get access to a shared folder or a building?',
  'What are the steps to configure the backup?',
]

/** Small talk, and other languages, which the encoder does not know. */
const otherExamples = [
  'Hello!',
  'Good morning',
  'Hi, how are you?',
  'Thank you very much',
  'Who are you?',
  'Tell me a joke',
  'I love you',
  'What is the weather like today?',
  'What time is it?',
  'What is the capital of France?',
  'Who won the match?',
  'How do I cook dinner?',
  'asdf jkl qwertz',
  'lorem ipsum dolor sit amet',
  'Wie kann ich das zurücksetzen?',
  'Comment puis-je réinitialiser ceci ?',
  '¿Cómo puedo conectar esto?',
  'Come posso ripristinare questo?',
  'Hoe kan ik dit opnieuw instellen?',
]

/** Minimum cosine for an example to count. */
const minCosine = 0.4

/**
 * Whether an unanswered question is not meant for the knowledge base: a single word, which tells an editor nothing, or a text
 * that is closer to small talk than to any question about work and to any article. `best` is its highest cosine to an article.
 */
export async function isOffTopic(embedding: Embedding, question: string, best: number): Promise<boolean> {
  if (!/\S\s+\S/.test(question)) return true
  const texts = [question, ...workExamples, ...otherExamples]
  const [asked, ...examples] = await embedding.encode(texts, { urgent: true })
  // Read after encoding: the encoder may have failed over to the static embedding.
  if (embedding.name !== encoderName) return false
  const nearness = examples.map((example) => cosine(asked!, example))
  const work = Math.max(...nearness.slice(0, workExamples.length))
  return Math.max(...nearness.slice(workExamples.length)) > Math.max(minCosine, best, work)
}
