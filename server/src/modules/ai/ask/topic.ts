import { encoderName } from '../embedding/encoder.ts'
import type { Embedding } from '../embedding/model.ts'
import { cosine } from '../math/vectors.ts'

/** What people also type into a search box, and other languages, which the encoder does not know. */
const offTopicExamples = [
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

/** Below this cosine to every article, a question is about something else. */
const leastRelated = 0.25
/** From here on, a question is like one of the examples. */
const alike = 0.5

/** Whether a question that no article answers is none for the knowledge base either: `best` is its highest cosine to an article. */
export async function isOffTopic(embedding: Embedding, question: string, best: number): Promise<boolean> {
  const [asked, ...examples] = await embedding.encode([question, ...offTopicExamples], { urgent: true })
  if (embedding.name !== encoderName) return false
  const nearest = Math.max(...examples.map((example) => cosine(asked!, example)))
  return best < leastRelated || (nearest >= alike && nearest >= best)
}
