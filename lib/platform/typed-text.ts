const EMOJI = String.raw`\u2190-\u2bff\ufe0f\u{1f000}-\u{1faff}`;
const ARABIC = String.raw`\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff`;
/**
 * Control characters other than tab and line breaks, direction controls, and characters without width or ink. The
 * joiners stay inside an emoji and inside a word in Arabic letters.
 */
const INVISIBLE = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]` +
    `|(?<![${EMOJI}])\\u200d|\\u200d(?![${EMOJI}])|(?<![${ARABIC}])\\u200c|\\u200c(?![${ARABIC}])`,
  "gu",
);

/** A typed text as it is stored: `private.typed_text` of the database. */
export const typedText = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(INVISIBLE, "")
    .trim();

/** A typed text that has one line, such as a name or a title. */
export const typedLine = (text: string): string => typedText(text).replace(/\s+/g, " ");
