import type { BlockContent, ListItem } from "mdast";
import { defaultHandlers, toMarkdown } from "mdast-util-to-markdown";
import { partsOf } from "./markdown-blocks";

/** The item with its checkbox as text; an `html` node is written unescaped, the bracket of a `text` node would be escaped. */
function withBox(item: ListItem): ListItem {
  if (typeof item.checked !== "boolean") return item;
  const box = { type: "html" as const, value: item.checked ? "[x] " : "[ ] " };
  return { ...item, children: [{ type: "paragraph", children: [box, ...partsOf(item).line] }, ...item.children.slice(1)] };
}

/** Writes blocks as markdown that `parseMarkdown` reads back as the same blocks. */
export function markdownOf(blocks: BlockContent[]): string {
  return toMarkdown(
    { type: "root", children: blocks },
    { bullet: "-", bulletOther: "*", rule: "-", listItemIndent: "one", handlers: { listItem: (item: ListItem, ...rest) => defaultHandlers.listItem(withBox(item), ...rest) } },
  ).trimEnd();
}
