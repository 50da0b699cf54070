import Code from "@tiptap/extension-code";
import StarterKit from "@tiptap/starter-kit";
import { safeHref } from "@/components/ui/markdown-runs";

/** The formatting that the site's markdown supports; anything more would not be rendered. */
export const visualExtensions = [
  StarterKit.configure({
    code: false,
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      isAllowedUri: (address) => safeHref(address) !== null,
      HTMLAttributes: { rel: null, target: null },
    },
  }),
  // Code may also be bold, italic or a link.
  Code.extend({ excludes: "" }),
];
