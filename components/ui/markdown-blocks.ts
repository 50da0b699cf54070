/** A run of text: plain, marked, or a link. */
export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "em"; children: Inline[] }
  | { kind: "link"; href: string; children: Inline[] };

export type Heading = { kind: "heading"; level: number; id: string; text: string; children: Inline[] };

export type Block =
  | Heading
  | { kind: "paragraph"; children: Inline[] }
  /** `tasks`: boxes to tick, written `- [ ] …`. */
  | { kind: "list"; start: number | null; tasks: boolean; items: Inline[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "rule" };

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const BULLET = /^\s*[-*+]\s+(.*)$/;
const TASK = /^\[[ x]\]\s+/i;
const NUMBER = /^\s*(\d{1,9})[.)]\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;

const MARKS = /\\([\\`*_[\]()#>+.!-])|`([^`\n]+)`|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|\*([^*\s][^*]*)\*|(?<!\w)_([^_\s][^_]*)_(?!\w)|\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

/** An address a text may lead to: the web, a mail, a phone, or a place on this site; null for anything else. */
export function safeHref(href: string): string | null {
  return /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i.test(href) ? href : null;
}

/** Bold, italics, code and links of one line; whatever is not understood stays text. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = [];
  const addText = (text: string) => {
    const last = parts.at(-1);
    if (last?.kind === "text") last.text += text;
    else if (text) parts.push({ kind: "text", text });
  };
  let end = 0;
  for (const match of source.matchAll(MARKS)) {
    addText(source.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, escaped, code, strong, star, underscore, label, target] = match;
    const href = target === undefined ? null : safeHref(target);
    if (escaped) addText(escaped);
    else if (code) parts.push({ kind: "code", text: code });
    else if (strong) parts.push({ kind: "strong", children: parseInline(strong) });
    else if (star || underscore) parts.push({ kind: "em", children: parseInline((star ?? underscore)!) });
    else if (label && href) parts.push({ kind: "link", href, children: parseInline(label) });
    else addText(label ?? whole);
  }
  addText(source.slice(end));
  return parts;
}

/** The words of a run without its marks. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines.map((part) => ("children" in part ? plainText(part.children) : part.text)).join("");
}

/** The anchor of a heading: `1. Quem somos` → `1-quem-somos`. */
export function anchorOf(text: string): string {
  const words = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, 60) || "secao";
}

type RawList = { kind: "list"; start: number | null; items: string[] };
type Raw = { kind: "heading"; level: number; text: string } | { kind: "paragraph"; text: string } | { kind: "quote"; text: string } | RawList | { kind: "rule" };

/** Headings, paragraphs, lists, quotes and rules of a text in markdown. */
export function parseMarkdown(source: string): Block[] {
  const anchors = new Map<string, number>();
  return rawBlocks(source).map((raw): Block => {
    if (raw.kind === "rule") return raw;
    if (raw.kind === "list") {
      const tasks = raw.items.every((item) => TASK.test(item));
      return { ...raw, tasks, items: raw.items.map((item) => parseInline(tasks ? item.replace(TASK, "") : item)) };
    }
    if (raw.kind === "quote") return { kind: "quote", blocks: parseMarkdown(raw.text) };
    const children = parseInline(raw.text);
    if (raw.kind === "paragraph") return { kind: "paragraph", children };
    const text = plainText(children);
    return { kind: "heading", level: raw.level, id: uniqueAnchor(anchorOf(text), anchors), text, children };
  });
}

/** The headings of a text, for a table of contents. */
export function headingsOf(blocks: readonly Block[]): Heading[] {
  return blocks.filter((block) => block.kind === "heading");
}

function uniqueAnchor(anchor: string, anchors: Map<string, number>): string {
  const count = (anchors.get(anchor) ?? 0) + 1;
  anchors.set(anchor, count);
  return count === 1 ? anchor : `${anchor}-${count}`;
}

/** Lines gathered into blocks; `open` says whether the next plain line still belongs to the last one. */
function rawBlocks(source: string): Raw[] {
  const blocks: Raw[] = [];
  let open = false;
  for (const line of source.split(/\r?\n/)) {
    const started = startOf(line);
    const last = blocks.at(-1);
    if (!line.trim()) {
      open = false;
    } else if (started?.kind === "list" && last?.kind === "list" && (last.start === null) === (started.start === null)) {
      // A blank line between two items of a list does not end it.
      last.items.push(...started.items);
      open = true;
    } else if (started?.kind === "quote" && last?.kind === "quote" && open) {
      last.text += `\n${started.text}`;
    } else if (started) {
      blocks.push(started);
      open = started.kind === "list" || started.kind === "quote";
    } else if (open && last) {
      continueBlock(last, line.trim());
    } else {
      blocks.push({ kind: "paragraph", text: line.trim() });
      open = true;
    }
  }
  return blocks;
}

/** The block a line begins, or null for a plain line. */
function startOf(line: string): Raw | null {
  const heading = HEADING.exec(line);
  if (heading) return { kind: "heading", level: heading[1]!.length, text: heading[2]! };
  if (RULE.test(line.trim())) return { kind: "rule" };
  const quote = QUOTE.exec(line);
  if (quote) return { kind: "quote", text: quote[1]! };
  const bullet = BULLET.exec(line);
  if (bullet) return { kind: "list", start: null, items: [bullet[1]!] };
  const number = NUMBER.exec(line);
  return number ? { kind: "list", start: Number(number[1]), items: [number[2]!] } : null;
}

function continueBlock(block: Raw, line: string): void {
  if (block.kind === "list") block.items[block.items.length - 1] += ` ${line}`;
  else if (block.kind !== "rule") block.text += block.kind === "quote" ? `\n${line}` : ` ${line}`;
}
