/** The text without combining accents: `São` → `Sao`. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Lower case without accents, as the database compares texts, so that "sao" finds "São". */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** Lower case without accents, one output character per input character, so that offsets stay valid. */
export function foldLetters(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD")[0] as string)
    .toLowerCase();
}

/** `São João d'Aliança` → `sao-joao-d-alianca`, cut at `max` characters; empty without a letter or digit. */
export function slugOf(text: string, max = Number.POSITIVE_INFINITY): string {
  return (fold(text).match(/[a-z0-9]+/g) ?? []).join("-").slice(0, max);
}
