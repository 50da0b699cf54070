const APOSTROPHES = /[‘’‛ʹʻʼʽʾʿˈ`´′׳＇]/g;
/** Accents, vowel points, and characters without a width. */
const MARKS = new RegExp(
  [
    String.raw`[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c`,
    String.raw`\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u180e\u1ab0-\u1aff`,
    String.raw`\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f`,
    String.raw`\ufe20-\ufe2f\ufeff]`,
  ].join(""),
  "g",
);
/** Letters and signs that Unicode does not decompose. */
const PLAIN = new Map([
  ...Object.entries({ ß: "ss", æ: "ae", œ: "oe", þ: "th", ŋ: "ng" }),
  ...Object.entries({ đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", ŧ: "t", ς: "σ" }),
  ...Array.from("‐‑‒–—―−", (dash) => [dash, "-"] as const),
  ...Array.from("“”„«»״", (quote) => [quote, '"'] as const),
]);
const UNDECOMPOSED = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "g");

/** Lower case without accents: `private.fold` of the database, so that "d'avila" finds "D’Ávila". */
export function fold(text: string): string {
  return text
    .replace(APOSTROPHES, "'")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => PLAIN.get(letter) ?? letter);
}

/** The text in plain letters with its case kept: `São` → `Sao`, `Łódź` → `Lodz`. */
export function withoutAccents(text: string): string {
  const letters = text.replace(APOSTROPHES, "'").normalize("NFKD").replace(MARKS, "");
  return letters.replace(/[^\0-\x7f]/g, (letter) => {
    const lower = letter.toLowerCase();
    const plain = PLAIN.get(lower) ?? lower;
    return letter === lower ? plain : plain.toUpperCase();
  });
}

/** `fold` with one output character per input character, so that offsets stay valid. */
export function foldLetters(text: string): string {
  return text.normalize("NFC").replace(/[^\0-\x7f]|[A-Z]/gu, (letter) => {
    const folded = fold(letter);
    return folded.length === letter.length ? folded : letter;
  });
}

/** `São João d'Aliança` → `sao-joao-d-alianca`, cut at `max` characters; empty without a letter or digit. */
export function slugOf(text: string, max = Number.POSITIVE_INFINITY): string {
  return (fold(text).match(/[a-z0-9]+/g) ?? []).join("-").slice(0, max);
}
