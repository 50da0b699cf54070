"use client";

import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react";
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkSign,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Undo2,
  type IconNode,
} from "lucide";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { parseMarkdown } from "@/components/ui/markdown-blocks";
import { safeHref } from "@/components/ui/markdown-runs";
import { markdownOf } from "@/components/ui/markdown-text";
import { blocksOfDocument, documentOf } from "./visual-document";
import { visualExtensions } from "./visual-extensions";

type VisualEditorProps = {
  id: string;
  label: string;
  text: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (text: string) => void;
};

const LOOK =
  "grid min-h-40 gap-3 px-4 py-3 leading-relaxed outline-none focus-visible:outline-none [&_a]:text-link [&_a]:underline [&_blockquote]:border-l-4 [&_blockquote]:border-faixa [&_blockquote]:pl-4 [&_h2]:text-3xl [&_h3]:text-2xl [&_h4]:text-xl [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_code]:rounded [&_code]:bg-raised [&_code]:px-1 wrap-anywhere";

/** Visual editor for a text that is stored as markdown. */
export function VisualEditor({ id, label, text, invalid, describedBy, onChange }: VisualEditorProps) {
  const editor = useEditor({
    extensions: visualExtensions,
    content: documentOf(parseMarkdown(text)),
    immediatelyRender: false,
    editorProps: {
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-invalid": String(invalid),
        ...(describedBy && { "aria-describedby": describedBy }),
        class: LOOK,
      },
    },
    // Only edits change the text; opening the editor writes nothing.
    onUpdate: ({ editor: current }) => onChange(markdownOf(blocksOfDocument(current.getJSON()))),
  });
  if (!editor) return <div className="min-h-52" />;
  return (
    <>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </>
  );
}

type Tool = {
  name: "heading" | "subheading" | "bold" | "italic" | "list" | "numbers" | "quote";
  icon: IconNode;
  mark: [string, object?];
  run: (editor: Editor) => void;
};

const TOOLS: readonly Tool[] = [
  {
    name: "heading",
    icon: Heading2,
    mark: ["heading", { level: 2 }],
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: "subheading",
    icon: Heading3,
    mark: ["heading", { level: 3 }],
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { name: "bold", icon: Bold, mark: ["bold"], run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: "italic", icon: Italic, mark: ["italic"], run: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: "list", icon: List, mark: ["bulletList"], run: (editor) => editor.chain().focus().toggleBulletList().run() },
  {
    name: "numbers",
    icon: ListOrdered,
    mark: ["orderedList"],
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "quote",
    icon: Quote,
    mark: ["blockquote"],
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

function Toolbar({ editor }: { editor: Editor }) {
  const t = useTranslations("panel/records.markdown");
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: TOOLS.map(({ mark: [name, with_] }) => current.isActive(name, with_)),
      link: current.isActive("link"),
      undo: current.can().undo(),
      redo: current.can().redo(),
    }),
  });
  const setLink = () => {
    const before = (editor.getAttributes("link") as { href?: string }).href ?? "https://";
    const typed = window.prompt(t("linkTo"), before)?.trim();
    if (typed === undefined) return;
    const chain = editor.chain().focus().extendMarkRange("link");
    if (safeHref(typed) && typed !== "https://") chain.setLink({ href: typed }).run();
    else chain.unsetLink().run();
  };
  return (
    <div role="toolbar" aria-label={t("label")} className="flex flex-wrap border-b border-line bg-raised">
      {TOOLS.map(({ name, icon, run }, index) => (
        <ToolButton
          key={name}
          icon={icon}
          label={t(name)}
          pressed={state.on[index] ?? false}
          onClick={() => run(editor)}
        />
      ))}
      <ToolButton icon={LinkSign} label={t("link")} pressed={state.link} onClick={setLink} />
      <ToolButton
        icon={Undo2}
        label={t("undo")}
        disabled={!state.undo}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <ToolButton
        icon={Redo2}
        label={t("redo")}
        disabled={!state.redo}
        onClick={() => editor.chain().focus().redo().run()}
      />
    </div>
  );
}

type ToolButtonProps = { icon: IconNode; label: string; pressed?: boolean; disabled?: boolean; onClick: () => void };

function ToolButton({ icon, label, pressed, disabled, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      className="grid size-11 place-items-center hover:bg-line disabled:opacity-40 aria-pressed:bg-line"
    >
      <Icon of={icon} className="size-5" label={label} />
    </button>
  );
}
