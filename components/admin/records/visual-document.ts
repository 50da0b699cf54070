import type { JSONContent } from "@tiptap/react";
import { headingOf, itemOf, listOf, safeHref, type Block, type Item } from "@/components/ui/markdown-blocks";
import { flat, nested, tidied, type Inline, type Run } from "@/components/ui/markdown-runs";

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

const paragraph = (children: readonly Inline[]): JSONContent => ({ type: "paragraph", content: flat(children).map(textJson) });
const boxOf = ({ checked }: Item): Inline => ({ kind: "text", text: checked ? "[x] " : "[ ] " });

function blockJson(block: Block): JSONContent {
  switch (block.kind) {
    case "paragraph":
      return paragraph(block.children);
    case "heading":
      return { type: "heading", attrs: { level: block.level }, content: flat(block.children).map(textJson) };
    case "rule":
      return { type: "horizontalRule" };
    case "code":
      return { type: "codeBlock", attrs: { language: block.language }, content: block.text ? [{ type: "text", text: block.text }] : [] };
    case "quote":
      return { type: "blockquote", content: block.blocks.length > 0 ? block.blocks.map(blockJson) : [paragraph([])] };
    case "list": {
      const content = block.items.map((item) => ({
        type: "listItem",
        content: [paragraph(block.tasks ? [boxOf(item), ...item.children] : item.children), ...item.blocks.map(blockJson)],
      }));
      return block.start === null ? { type: "bulletList", content } : { type: "orderedList", attrs: { start: block.start }, content };
    }
  }
}

/** Converts blocks to the document of the visual editor. */
export function documentOf(blocks: readonly Block[]): JSONContent {
  return { type: "doc", content: blocks.length > 0 ? blocks.map(blockJson) : [paragraph([])] };
}

function runOf({ type, text = "", marks = [] }: JSONContent): Run {
  const has = (mark: string) => marks.some((one) => one.type === mark);
  const href: unknown = marks.find((one) => one.type === "link")?.attrs?.["href"];
  return { kind: type === "hardBreak" ? "break" : has("code") ? "code" : "text", text, href: typeof href === "string" ? safeHref(href) : null, strong: has("bold"), em: has("italic") };
}

const lineOf = (content: readonly JSONContent[] = []) => nested(tidied(content.map(runOf)));
const contentOf = ({ content = [] }: JSONContent) => content.flatMap(blockOf);
const itemsOf = ({ content = [] }: JSONContent) => content.map((item) => itemOf(contentOf(item)));

function blockOf(node: JSONContent): Block[] {
  switch (node.type) {
    case "paragraph": {
      const children = lineOf(node.content);
      return children.length > 0 ? [{ kind: "paragraph", children }] : [];
    }
    case "heading":
      return [headingOf(Number(node.attrs?.["level"] ?? 2), lineOf(node.content))];
    case "horizontalRule":
      return [{ kind: "rule" }];
    case "codeBlock":
      return [{ kind: "code", text: (node.content ?? []).map(({ text = "" }) => text).join(""), language: (node.attrs?.["language"] as string | null | undefined) ?? null }];
    case "blockquote":
      return [{ kind: "quote", blocks: contentOf(node) }];
    case "bulletList":
      return [listOf(null, itemsOf(node))];
    case "orderedList":
      return [listOf(Number(node.attrs?.["start"] ?? 1), itemsOf(node))];
    default:
      return contentOf(node);
  }
}

/** Converts the visual editor's document to blocks. */
export const blocksOfDocument = (document: JSONContent): Block[] => contentOf(document);
