import type { BlockContent, ListItem } from "mdast";
import { defaultHandlers, toMarkdown } from "mdast-util-to-markdown";
import { partsOf } from "./markdown-blocks";

/** The item with its checkbox as `html`, which is written unescaped; the bracket of a `text` node would be escaped. */
function withBox(item: ListItem): ListItem {
  if (typeof item.checked !== "boolean") return item;
  const box = { type: "html" as const, value: item.checked ? "[x] " : "[ ] " };
  const { line, blocks } = partsOf(item);
  return { ...item, children: [{ type: "paragraph", children: [box, ...line] }, ...blocks] as ListItem["children"] };
}

/** Writes blocks as markdown that `parseMarkdown` reads back as the same blocks. */
export function markdownOf(blocks: BlockContent[]): string {
  const listItem: typeof defaultHandlers.listItem = (item, ...rest) => defaultHandlers.listItem(withBox(item), ...rest);
  const options = { bullet: "-", bulletOther: "*", rule: "-", listItemIndent: "one", handlers: { listItem } } as const;
  return toMarkdown({ type: "root", children: blocks }, options).trimEnd();
}
