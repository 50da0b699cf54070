/** What organisers write in braces in the text of a mail, by the fact that takes its place. */
export const PLACEHOLDERS = {
  name: "nome",
  event: "evento",
  code: "codigo",
  link: "link",
  date: "data",
  town: "cidade",
  place: "local",
  map: "mapa",
  amount: "valor",
  until: "prazo",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

const FACTS = new Map<string, Placeholder>(
  (Object.keys(PLACEHOLDERS) as Placeholder[]).map((fact) => [PLACEHOLDERS[fact], fact]),
);

/** A text with the values of one person; words without a value stay, and braces in a value are not filled in. */
export const filledPattern = (pattern: string, values: Partial<Record<Placeholder, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, word: string) => {
    const fact = FACTS.get(word);
    return (fact && values[fact]) ?? whole;
  });

/** The words in braces of a text that are none of the allowed ones. */
export const unknownWords = (pattern: string, allowed: readonly Placeholder[]): string[] =>
  [...pattern.matchAll(/\{(\w*)\}/g)].flatMap(([, word = ""]) => {
    const fact = FACTS.get(word);
    return fact && allowed.includes(fact) ? [] : [word];
  });

/** A text of messages/<locale>/platform/mails.json as organisers edit it: with the words of this list in braces. */
export const editableText = (template: string): string =>
  template.replace(/\{(\w+)(?:, number, ::currency\/BRL)?\}/g, (whole, fact: string) =>
    Object.hasOwn(PLACEHOLDERS, fact) ? `{${PLACEHOLDERS[fact as Placeholder]}}` : whole,
  );
