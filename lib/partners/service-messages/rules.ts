/** Fragments of a place's page after its form was sent; the page shows the message that the fragment names. */
export const OUTCOMES = ["enviada", "dados", "limite", "fechada", "indisponivel"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Id of the element that is shown for an outcome. */
export const outcomeId = (outcome: Outcome): string => `mensagem-${outcome}`;

/** Most characters of a message and of its answer; equal to the checks of the columns. */
export const MAX_TEXT = 2000;

/** The fragment for a key of `outcomeKey`. */
export const FRAGMENTS = { saved: "enviada", limit: "limite", closed: "fechada" } as const;

/** Where the browser goes after the form: back to the page that contained it, when that is a place's page of this site. */
export function afterMessage(path: string, outcome: Outcome): string {
  const isPlace = /^\/(?:english\/|espanol\/)?[a-z]{2}\/servicos\/[a-z0-9-]{1,160}$/.test(path);
  return `${isPlace ? path : "/"}#${outcomeId(outcome)}`;
}
