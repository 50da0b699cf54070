/** Characters that are read as the dot of a domain: full stop, full-width, ideographic, leader and small forms. */
const DOT = "[.．。｡․﹒ꓸ۔܁܂]";
/** Middle dots and bullets separate words, but look like a dot between two letters. */
const DOT_BETWEEN_LETTERS = /(?<=[\p{L}\p{N}])[·•‧∙⸱⋅](?=[\p{L}\p{N}])/gu;
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}])?";
/** Endings that people write with a space before or after the dot. */
const ENDINGS =
  "com|net|org|info|biz|br|io|app|dev|xyz|online|site|shop|store|top|club|link|click|live|page|web|ru|cn|tk|ly|eu|pt|ar|uy|py|example|test";
const ABBREVIATION =
  /^(?:dra?|srt?a?|profa?|eng|jr|jra|st[ao]?|cia|av|rod|al|tv|pça|exm[ao]|des|cap|cel|gen|ten|sgt|ltda)$/iu;

const SEGMENTER = new Intl.Segmenter();

const ADDRESS_WITH_SCHEME = /[\p{L}][\p{L}\p{N}+.-]*\s*[:：]\s*[/\\／⁄∕]\S*/gu;
const MAIL_ADDRESS = /\S*[@＠]\S*/gu;
const BRACKETED_DOT = /\S*\s*[[({]\s*(?:\.|dot|ponto|punto)\s*[\])}]\s*\S*/giu;
const WWW = new RegExp(`(?<![\\p{L}\\p{N}])[wｗＷ]{3}\\s*${DOT}\\s*\\S*(?:\\s+${DOT}\\s*\\S+)*`, "giu");
const IP_ADDRESS = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)\S*/g;
const SPACED_DOMAIN = new RegExp(
  `${LABEL}(?:(?:\\s+${DOT}\\s*)(?:${ENDINGS})|${DOT}\\s+(?:${ENDINGS}|${ENDINGS.toUpperCase()}))` +
    `(?:\\s*${DOT}\\s*[a-z]{2})?(?![\\p{L}\\p{N}])(?:[/／?#:]\\S*)?`,
  "gu",
);
const SPACED_DOMAIN_ANY_CASE = new RegExp(
  `${LABEL}\\s+${DOT}\\s*(?:${ENDINGS})(?![\\p{L}\\p{N}])(?:[/／?#:]\\S*)?`,
  "giu",
);
const DOTTED = new RegExp(`${LABEL}(?:${DOT}${LABEL})+(?:[/／\\\\?#:]\\S*)?`, "gu");

const isEnding = (label: string): boolean => new RegExp(`^(?:${ENDINGS}|[a-z]{2})$`, "i").test(label.normalize("NFKC"));
const isCapitalised = (label: string): boolean => /^\p{Lu}/u.test(label);

/** `Dr.José` becomes `Dr. José` and `1.6` stays; everything else with a dot between letters is removed. */
function withoutDomain(found: string): string {
  const host = /^[^/／\\?#:]*/u.exec(found)?.[0] ?? found;
  const labels = host.split(new RegExp(DOT, "u"));
  const [first = "", last = ""] = [labels[0], labels.at(-1)];
  // A top-level domain has at least two letters and no digits, so numbers (1.6) and initials (J.R) are none.
  if (!/^\p{L}[\p{L}\p{M}-]+$/u.test(last) && !last.startsWith("xn--")) return found;
  const isName = host === found && labels.every((label) => isCapitalised(label) || label.length === 1);
  return isName && (ABBREVIATION.test(first) || !isEnding(last)) ? labels.join(". ") : " ";
}

/** A text without addresses of sites and mailboxes, also when they are written with spaces or look-alike characters. */
export function withoutAddresses(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(DOT_BETWEEN_LETTERS, ".")
    .replace(ADDRESS_WITH_SCHEME, " ")
    .replace(MAIL_ADDRESS, " ")
    .replace(BRACKETED_DOT, " ")
    .replace(WWW, " ")
    .replace(IP_ADDRESS, " ")
    .replace(SPACED_DOMAIN_ANY_CASE, " ")
    .replace(SPACED_DOMAIN, " ")
    .replace(DOTTED, withoutDomain)
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

/** One line without addresses, with at most `longest` characters. */
export function strangerLine(text: string, longest: number): string {
  const line = withoutAddresses(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")).replace(/\s+([,.;!?])/g, "$1");
  const characters = Array.from(SEGMENTER.segment(line), ({ segment }) => segment);
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
