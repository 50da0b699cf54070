import type { JSONContent } from "@tiptap/react";
import type { BlockContent, ListItem, PhrasingContent, RootContent } from "mdast";
import { headingOf, listOf, partsOf } from "@/components/ui/markdown-blocks";
import { flat, nested, safeHref, tidied, type Run } from "@/components/ui/markdown-runs";

type MarkJson = NonNullable<JSONContent["marks"]>[number];

function textJson(run: Run): JSONContent {
  const marks: MarkJson[] = [];
  if (run.href !== null) marks.push({ type: "link", attrs: { href: run.href } });
  if (run.strong) marks.push({ type: "bold" });
  if (run.em) marks.push({ type: "italic" });
  if (run.kind === "code") marks.push({ type: "code" });
  const node: JSONContent = run.kind === "break" ? { type: "hardBreak" } : { type: "text", text: run.text };
  return marks.length > 0 ? { ...node, marks } : node;
}

const paragraph = (children: readonly PhrasingContent[]): JSONContent => ({
  type: "paragraph",
  content: flat(children).map(textJson),
});

function itemJson(item: ListItem): JSONContent {
  const { line, blocks } = partsOf(item);
  const box: PhrasingContent[] =
    typeof item.checked === "boolean" ? [{ type: "text", value: item.checked ? "[x] " : "[ ] " }] : [];
  return { type: "listItem", content: [paragraph([...box, ...line]), ...blocks.flatMap(blockJson)] };
}

function blockJson(block: RootContent): JSONContent[] {
  switch (block.type) {
    case "paragraph":
      return [paragraph(block.children)];
    case "heading":
      return [{ type: "heading", attrs: { level: block.depth }, content: flat(block.children).map(textJson) }];
    case "thematicBreak":
      return [{ type: "horizontalRule" }];
    case "code":
      return [
        {
          type: "codeBlock",
          attrs: { language: block.lang },
          content: block.value ? [{ type: "text", text: block.value }] : [],
        },
      ];
    case "blockquote":
      return [
        {
          type: "blockquote",
          content: block.children.length > 0 ? block.children.flatMap(blockJson) : [paragraph([])],
        },
      ];
    case "list": {
      const content = block.children.map(itemJson);
      return [
        block.ordered
          ? { type: "orderedList", attrs: { start: block.start }, content }
          : { type: "bulletList", content },
      ];
    }
    default:
      return [];
  }
}

/** Converts blocks to the document of the visual editor. */
export function documentOf(blocks: readonly BlockContent[]): JSONContent {
  return { type: "doc", content: blocks.length > 0 ? blocks.flatMap(blockJson) : [paragraph([])] };
}

function runOf({ type, text = "", marks = [] }: JSONContent): Run {
  const has = (mark: string) => marks.some((one) => one.type === mark);
  const href: unknown = marks.find((one) => one.type === "link")?.attrs?.["href"];
  return {
    kind: type === "hardBreak" ? "break" : has("code") ? "code" : "text",
    text,
    href: typeof href === "string" ? safeHref(href) : null,
    strong: has("bold"),
    em: has("italic"),
  };
}

const lineOf = (content: readonly JSONContent[] = []) => nested(tidied(content.map(runOf)));
const contentOf = ({ content = [] }: JSONContent) => content.flatMap(blockOf);
const itemsOf = ({ content = [] }: JSONContent) => content.map(contentOf);

function blockOf(node: JSONContent): BlockContent[] {
  switch (node.type) {
    case "paragraph": {
      const children = lineOf(node.content);
      return children.length > 0 ? [{ type: "paragraph", children }] : [];
    }
    case "heading":
      return [headingOf(Number(node.attrs?.["level"] ?? 2), lineOf(node.content))];
    case "horizontalRule":
      return [{ type: "thematicBreak" }];
    case "codeBlock":
      return [
        {
          type: "code",
          value: (node.content ?? []).map(({ text = "" }) => text).join(""),
          lang: (node.attrs?.["language"] as string | null | undefined) ?? null,
        },
      ];
    case "blockquote":
      return [{ type: "blockquote", children: contentOf(node) }];
    case "bulletList":
      return [listOf(null, itemsOf(node))];
    case "orderedList":
      return [listOf(Number(node.attrs?.["start"] ?? 1), itemsOf(node))];
    default:
      return contentOf(node);
  }
}

/** Converts the visual editor's document to blocks. */
export const blocksOfDocument = (document: JSONContent): BlockContent[] => contentOf(document);
