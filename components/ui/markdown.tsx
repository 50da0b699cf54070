import { createElement, Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { parseMarkdown, type Block, type Inline } from "./markdown-blocks";

type MarkdownProps = {
  text: string;
  /** Level of the headings written as `##`; deeper ones follow. */
  headingLevel?: 2 | 3 | 4;
  /** Adds the locale prefix to addresses on this site. */
  to?: (path: string) => string;
  /** False where the same text is rendered twice on a page, since an id must be unique. */
  ids?: boolean;
  className?: string;
};

const PROSE =
  "grid gap-4 leading-relaxed [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4 [&_h2]:display-2 [&_h2]:mt-4 [&_h3]:mt-2 [&_h3]:text-2xl [&_h4]:text-xl [&_li]:pl-1 [&_li+li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_li]:marker:text-faixa-text [&_blockquote]:grid [&_blockquote]:gap-3 [&_blockquote]:border-l-4 [&_blockquote]:border-faixa [&_blockquote]:pl-4 [&_code]:rounded [&_code]:bg-raised [&_code]:px-1 wrap-anywhere";

/** Task lists get an empty box before every item, for printing. */
const TASKS = "list-none! pl-0! [&>li]:relative [&>li]:pl-7! [&>li]:before:absolute [&>li]:before:left-0 [&>li]:before:top-[0.3em] [&>li]:before:size-[0.9em] [&>li]:before:rounded-xs [&>li]:before:border-2 [&>li]:before:border-current";

/** Renders markdown as React elements; HTML in it is treated as text. */
export function Markdown({ text, headingLevel = 2, to = (path) => path, ids = true, className }: MarkdownProps) {
  const options = { shift: headingLevel - 2, to, ids };
  return <div className={cn(PROSE, className)}>{blocksOf(parseMarkdown(text), options)}</div>;
}

type Options = { shift: number; to: (path: string) => string; ids: boolean };

function blocksOf(blocks: readonly Block[], options: Options): ReactNode {
  return blocks.map((block, index) => <Fragment key={index}>{blockOf(block, options)}</Fragment>);
}

function blockOf(block: Block, options: Options): ReactNode {
  const runs = (inlines: readonly Inline[]) => runsOf(inlines, options.to);
  switch (block.kind) {
    case "heading":
      return createElement(`h${Math.min(6, Math.max(2, block.level) + options.shift)}`, options.ids ? { id: block.id } : null, runs(block.children));
    case "paragraph":
      return <p>{runs(block.children)}</p>;
    case "quote":
      return <blockquote>{blocksOf(block.blocks, options)}</blockquote>;
    case "code":
      return (
        <pre className="overflow-x-auto rounded-lg bg-raised p-3">
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr className="border-line" />;
    case "list": {
      const items = block.items.map((item, index) => (
        <li key={index}>
          {runs(item.children)}
          {blocksOf(item.blocks, options)}
        </li>
      ));
      if (block.tasks) return <ul className={TASKS}>{items}</ul>;
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}

function runsOf(inlines: readonly Inline[], to: Options["to"]): ReactNode {
  return inlines.map((part, index) => {
    switch (part.kind) {
      case "text":
        return <Fragment key={index}>{part.text}</Fragment>;
      case "break":
        return <br key={index} />;
      case "code":
        return <code key={index}>{part.text}</code>;
      case "strong":
        return <strong key={index}>{runsOf(part.children, to)}</strong>;
      case "em":
        return <em key={index}>{runsOf(part.children, to)}</em>;
      case "link": {
        const own = part.href.startsWith("/");
        const away = /^https?:/i.test(part.href) ? { target: "_blank", rel: "noopener" } : {};
        return (
          <a key={index} href={own ? to(part.href) : part.href} {...away}>
            {runsOf(part.children, to)}
          </a>
        );
      }
    }
  });
}
