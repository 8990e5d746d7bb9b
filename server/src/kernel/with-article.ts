/** `an incident`, `a user` */
export const withArticle = (name: string) => `${/^(?!user)[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
