import { MarkdownManager, Markdown } from "@tiptap/markdown";
import StarterKit from "@tiptap/starter-kit";
import { parseMarkdown, safeHref } from "@/components/ui/markdown-blocks";

/** What the site's own markdown knows; anything more could be written and never be seen. */
export const visualExtensions = [
  StarterKit.configure({
    codeBlock: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, linkOnPaste: true, isAllowedUri: (address) => safeHref(address) !== null, HTMLAttributes: { rel: null, target: null } },
  }),
  Markdown,
];

/** Reads and writes without an editor on screen. */
const manager = () => new MarkdownManager({ extensions: visualExtensions });

/** A text whose links lead somewhere a reader may go; of the others the words stay. */
export function withoutUnsafeLinks(text: string): string {
  return text.replace(/\[([^[\]\n]*)\]\(((?:[^()\s]|\([^()\s]*\))*)(?:\s+"[^"\n]*")?\)/g, (whole, label: string, href: string) => (safeHref(href) ? whole : label));
}

/** A text as the visual editor would write it. */
export function rewritten(text: string): string {
  const markdown = manager();
  return withoutUnsafeLinks(markdown.serialize(markdown.parse(text)));
}

/** Whether a reader would see the same after the visual editor wrote the text. */
export function survives(text: string): boolean {
  return JSON.stringify(parseMarkdown(text)) === JSON.stringify(parseMarkdown(rewritten(text)));
}
