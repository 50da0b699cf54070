import type { Nodes, Parents, PhrasingContent, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { flat, nested, tidied, type Inline } from "./markdown-runs";

export type { Inline };

export type Heading = { kind: "heading"; level: number; id: string; text: string; children: Inline[] };

/** Content of a list item: its first paragraph, then further blocks; `checked` is the state of a task item. */
export type Item = { children: Inline[]; blocks: Block[]; checked: boolean };

export type Block =
  | Heading
  | { kind: "paragraph"; children: Inline[] }
  /** `tasks`: a task list, written `- [ ] …`. */
  | { kind: "list"; start: number | null; tasks: boolean; items: Item[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; text: string; language: string | null }
  | { kind: "rule" };

const TASK = /^\[([ x])\]\s+/i;

/** The address if a text may link to it: the web, e-mail, a phone or this site; null for anything else. */
export function safeHref(href: string): string | null {
  return /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i.test(href) ? href : null;
}

/** The text without its formatting. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines.map((part) => (part.kind === "break" ? " " : "children" in part ? plainText(part.children) : part.text)).join("");
}

/** The anchor of a heading: `1. Quem somos` → `1-quem-somos`. */
function anchorOf(text: string): string {
  const words = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, 60) || "secao";
}

/** Addresses of `[words][name]`, by name. */
type Definitions = Map<string, string>;

function definitionsOf(node: Nodes, found: Definitions = new Map()): Definitions {
  if (node.type === "definition" && !found.has(node.identifier)) found.set(node.identifier, node.url);
  for (const child of "children" in node ? (node as Parents).children : []) definitionsOf(child, found);
  return found;
}

/** A link, or only its text when the address is not allowed. */
function linked(href: string | undefined, children: Inline[]): Inline[] {
  const safe = href === undefined ? null : safeHref(href);
  return safe ? [{ kind: "link", href: safe, children }] : children;
}

function inlineOf(node: PhrasingContent, addresses: Definitions): Inline[] {
  switch (node.type) {
    case "text":
    case "html":
      return [{ kind: "text", text: node.value }];
    case "inlineCode":
      return [{ kind: "code", text: node.value }];
    case "break":
      return [{ kind: "break" }];
    case "strong":
      return [{ kind: "strong", children: inlinesOf(node.children, addresses) }];
    case "emphasis":
      return [{ kind: "em", children: inlinesOf(node.children, addresses) }];
    case "link":
      return linked(node.url, inlinesOf(node.children, addresses));
    case "linkReference":
      return linked(addresses.get(node.identifier), inlinesOf(node.children, addresses));
    case "image":
      return linked(node.url, [{ kind: "text", text: node.alt ?? "" }]);
    case "imageReference":
      return linked(addresses.get(node.identifier), [{ kind: "text", text: node.alt ?? "" }]);
    default:
      return [];
  }
}

const inlinesOf = (nodes: readonly PhrasingContent[], addresses: Definitions) => nodes.flatMap((node) => inlineOf(node, addresses));
const lineOf = (nodes: readonly PhrasingContent[], addresses: Definitions) => nested(tidied(flat(inlinesOf(nodes, addresses))));

const isTask = ({ children: [first] }: Item) => first?.kind === "text" && TASK.test(first.text);

/** A task item without the checkbox characters in its text. */
function ticked(item: Item): Item {
  const [first, ...others] = item.children as [{ kind: "text"; text: string }, ...Inline[]];
  const rest = first.text.replace(TASK, "");
  return { ...item, checked: TASK.exec(first.text)?.[1]?.toLowerCase() === "x", children: rest ? [{ kind: "text", text: rest }, ...others] : others };
}

/** A list; a task list when every item begins with a checkbox. */
export function listOf(start: number | null, items: readonly Item[]): Extract<Block, { kind: "list" }> {
  const tasks = start === null && items.every(isTask);
  return { kind: "list", start, tasks, items: tasks ? items.map(ticked) : [...items] };
}

export const itemOf = (blocks: readonly Block[]): Item => {
  const [first, ...others] = blocks;
  return first?.kind === "paragraph" ? { children: first.children, blocks: others, checked: false } : { children: [], blocks: [...blocks], checked: false };
};

function blockOf(node: RootContent, addresses: Definitions): Block[] {
  switch (node.type) {
    case "heading":
      return [headingOf(node.depth, lineOf(node.children, addresses))];
    case "paragraph": {
      const children = lineOf(node.children, addresses);
      return children.length > 0 ? [{ kind: "paragraph", children }] : [];
    }
    case "html":
      return [{ kind: "paragraph", children: nested(tidied([{ kind: "text", text: node.value, href: null, strong: false, em: false }])) }];
    case "blockquote":
      return [{ kind: "quote", blocks: blocksOf(node, addresses) }];
    case "list":
      return [listOf(node.ordered ? (node.start ?? 1) : null, node.children.map((item) => itemOf(blocksOf(item, addresses))))];
    case "code":
      return [{ kind: "code", text: node.value, language: node.lang ?? null }];
    case "thematicBreak":
      return [{ kind: "rule" }];
    default:
      return [];
  }
}

const blocksOf = (node: { children: readonly RootContent[] }, addresses: Definitions): Block[] => node.children.flatMap((child) => blockOf(child, addresses));

export function headingOf(level: number, children: Inline[]): Heading {
  const text = plainText(children);
  return { kind: "heading", level, id: anchorOf(text), text, children };
}

/** Parses markdown (CommonMark); HTML in it is treated as text. */
export function parseMarkdown(source: string): Block[] {
  const root: Root = fromMarkdown(source);
  const anchors = new Map<string, number>();
  return blocksOf(root, definitionsOf(root)).map((block) => (block.kind === "heading" ? { ...block, id: uniqueAnchor(block.id, anchors) } : block));
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
