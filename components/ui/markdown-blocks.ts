import type { BlockContent, Heading, List, ListItem, Nodes, PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { slugOf } from "@/lib/platform/slug";
import { flat, nested, tidied, type Definitions } from "./markdown-runs";

declare module "mdast" {
  interface HeadingData {
    /** Anchor, unique among the headings of the text itself. */
    id?: string;
  }
}

const TASK = /^\[([ x])\]\s+/i;

/** The text without its formatting. */
export function plainText(nodes: readonly Nodes[]): string {
  const textOf = (node: Nodes): string => {
    if (node.type === "break") return " ";
    return "children" in node ? plainText(node.children) : "value" in node ? node.value : "";
  };
  return nodes.map(textOf).join("");
}

/** The anchor of a heading: `1. Quem somos` → `1-quem-somos`. */
function anchorOf(text: string): string {
  return slugOf(text, 60) || "secao";
}

function definitionsOf(node: Nodes, found: Map<string, string> = new Map()): Definitions {
  if (node.type === "definition" && !found.has(node.identifier)) found.set(node.identifier, node.url);
  for (const child of "children" in node ? node.children : []) definitionsOf(child, found);
  return found;
}

/** The first paragraph of a list item, which is rendered without `<p>`, and the blocks after it. */
export function partsOf({ children }: ListItem): { line: readonly PhrasingContent[]; blocks: readonly RootContent[] } {
  const [first, ...others] = children;
  return first?.type === "paragraph" ? { line: first.children, blocks: others } : { line: [], blocks: children };
}

function taskOf(item: ListItem): { isDone: boolean; text: string } | null {
  const [first] = partsOf(item).line;
  const [box, sign] = (first?.type === "text" && TASK.exec(first.value)) || [];
  return first?.type === "text" && box ? { isDone: sign !== " ", text: first.value.slice(box.length) } : null;
}

/** A task item without the checkbox characters in its text. */
function ticked(item: ListItem): ListItem {
  const [, ...others] = partsOf(item).line;
  const { isDone, text } = taskOf(item)!;
  const line: PhrasingContent[] = text ? [{ type: "text", value: text }, ...others] : others;
  return { ...item, checked: isDone, children: [{ type: "paragraph", children: line }, ...item.children.slice(1)] };
}

/** A list from the blocks of its items; a task list, written `- [ ] …`, when every item begins with a checkbox. */
export function listOf(start: number | null, contents: readonly BlockContent[][]): List {
  const items = contents.map((children): ListItem => ({ type: "listItem", spread: false, children }));
  const isTasks = start === null && items.every(taskOf);
  return { type: "list", ordered: start !== null, start, spread: false, children: isTasks ? items.map(ticked) : items };
}

export const isTaskList = ({ children: items }: List) => items.every(({ checked }) => typeof checked === "boolean");

export function headingOf(depth: number, children: PhrasingContent[]): Heading {
  return { type: "heading", depth: depth as Heading["depth"], data: { id: anchorOf(plainText(children)) }, children };
}

function blockOf(node: RootContent, addresses: Definitions): BlockContent[] {
  const line = (nodes: readonly PhrasingContent[]) => nested(tidied(flat(nodes, addresses)));
  switch (node.type) {
    case "heading":
      return [headingOf(node.depth, line(node.children))];
    case "paragraph": {
      const children = line(node.children);
      return children.length > 0 ? [{ type: "paragraph", children }] : [];
    }
    case "html":
      return [{ type: "paragraph", children: line([node]) }];
    case "blockquote":
      return [{ type: "blockquote", children: blocksOf(node.children, addresses) }];
    case "list": {
      const contents = node.children.map((item) => blocksOf(item.children, addresses));
      return [listOf(node.ordered ? (node.start ?? 1) : null, contents)];
    }
    case "code":
      return [{ type: "code", value: node.value, lang: node.lang ?? null }];
    case "thematicBreak":
      return [{ type: "thematicBreak" }];
    default:
      return [];
  }
}

function blocksOf(nodes: readonly RootContent[], addresses: Definitions): BlockContent[] {
  return nodes.flatMap((node) => blockOf(node, addresses));
}

/**
 * Parses markdown (CommonMark) to those nodes of mdast that the site renders: HTML is treated as text, links have
 * allowed addresses only, and formatting is nested in one way, so that the visual editor writes a text back as it was.
 */
export function parseMarkdown(source: string): BlockContent[] {
  const root = fromMarkdown(source);
  const anchors = new Map<string, number>();
  return blocksOf(root.children, definitionsOf(root)).map((block) =>
    block.type === "heading" ? { ...block, data: { id: uniqueAnchor(block.data?.id ?? "", anchors) } } : block,
  );
}

/** The headings of a text, for a table of contents. */
export function headingsOf(blocks: readonly BlockContent[]): { id: string; level: number; text: string }[] {
  return blocks
    .filter((block) => block.type === "heading")
    .map(({ data, depth, children }) => ({ id: data?.id ?? "", level: depth, text: plainText(children) }));
}

function uniqueAnchor(anchor: string, anchors: Map<string, number>): string {
  const count = (anchors.get(anchor) ?? 0) + 1;
  anchors.set(anchor, count);
  return count === 1 ? anchor : `${anchor}-${count}`;
}
