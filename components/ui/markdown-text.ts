import type { BlockContent, ListItem, PhrasingContent } from "mdast";
import { toMarkdown } from "mdast-util-to-markdown";
import type { Block, Item } from "./markdown-blocks";
import type { Inline } from "./markdown-runs";

function phrasing(part: Inline): PhrasingContent {
  switch (part.kind) {
    case "text":
      return { type: "text", value: part.text };
    case "code":
      return { type: "inlineCode", value: part.text };
    case "break":
      return { type: "break" };
    case "strong":
      return { type: "strong", children: part.children.map(phrasing) };
    case "em":
      return { type: "emphasis", children: part.children.map(phrasing) };
    case "link":
      return { type: "link", url: part.href, children: part.children.map(phrasing) };
  }
}

function itemNode({ children, blocks, checked }: Item, tasks: boolean): ListItem {
  // An `html` node is written unescaped; the bracket of a `text` node would be escaped.
  const box: PhrasingContent[] = tasks ? [{ type: "html", value: checked ? "[x] " : "[ ] " }] : [];
  const words = [...box, ...children.map(phrasing)];
  const first: BlockContent[] = words.length > 0 ? [{ type: "paragraph", children: words }] : [];
  return { type: "listItem", spread: false, children: [...first, ...blocks.map(blockNode)] };
}

function blockNode(block: Block): BlockContent {
  switch (block.kind) {
    case "paragraph":
      return { type: "paragraph", children: block.children.map(phrasing) };
    case "heading":
      return { type: "heading", depth: block.level as 1, children: block.children.map(phrasing) };
    case "rule":
      return { type: "thematicBreak" };
    case "code":
      return { type: "code", value: block.text, lang: block.language };
    case "quote":
      return { type: "blockquote", children: block.blocks.map(blockNode) };
    case "list":
      return { type: "list", ordered: block.start !== null, start: block.start, spread: false, children: block.items.map((item) => itemNode(item, block.tasks)) };
  }
}

/** Writes blocks as markdown that `parseMarkdown` reads back as the same blocks. */
export function markdownOf(blocks: readonly Block[]): string {
  return toMarkdown({ type: "root", children: blocks.map(blockNode) }, { bullet: "-", bulletOther: "*", rule: "-", listItemIndent: "one" }).trimEnd();
}
