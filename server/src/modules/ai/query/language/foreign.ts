import { wordsIn } from '../../text/words.ts'

/** Frequent words of other languages that are not English words as well. */
const foreignWords = new Set(
  `wie viele welche welcher haben wir ist sind nicht wer der das und ich bitte gibt zeige offene mein meine kann warum
  cuántas cuántos cuál qué quién hay está están los las una por para cómo dónde muéstrame mis abiertas abiertos el
  quels quelles quel quelle sont les est des une combien qui où avec pourquoi montre mes ouverts ouvertes nous avons je
  quanti quante quali sono gli della perché chi dove mostra miei aperti che
  quantos quantas quais são dos das não onde mostre meus abertos você
  hoeveel welke zijn het een niet waarom hebben wij mijn openstaande toon staan er zijn van deze wat wie
  il lo di abbiamo nostri questo nella tutti tutte
  ein eine dem des auf mit für von alle noch heute uns unsere zeig mir
  le du au aux dans pour sur ce cette ont tous toutes aujourd hui
  del al su este esta todos todas tenemos hoy nuestro
  na em os uma temos hoje nosso todos`
    .trim()
    .split(/\s+/),
)

const longest = 60

/** Whether a text is in another language: too many of its words, or its letters, are not English. */
export function isForeign(text: string): boolean {
  const words = wordsIn(text, { limit: longest })
  const foreign = words.filter((word) => foreignWords.has(word)).length
  if (foreign >= 2 && foreign >= words.length / 3) return true
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length > letters.length / 2
}
