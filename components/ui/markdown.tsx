import type { List, PhrasingContent, RootContent } from "mdast";
import { createElement, Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { isTaskList, parseMarkdown, partsOf } from "./markdown-blocks";

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
const TASKS =
  "list-none! pl-0! [&>li]:relative [&>li]:pl-7! [&>li]:before:absolute [&>li]:before:left-0 [&>li]:before:top-[0.3em] [&>li]:before:size-[0.9em] [&>li]:before:rounded-xs [&>li]:before:border-2 [&>li]:before:border-current";

/** Renders markdown as React elements; HTML in it is treated as text. */
export function Markdown({ text, headingLevel = 2, to = (path) => path, ids = true, className }: MarkdownProps) {
  const options = { shift: headingLevel - 2, to, ids };
  return <div className={cn(PROSE, className)}>{blocksOf(parseMarkdown(text), options)}</div>;
}

type Options = { shift: number; to: (path: string) => string; ids: boolean };

function blocksOf(blocks: readonly RootContent[], options: Options): ReactNode {
  return blocks.map((block, index) => <Fragment key={index}>{blockOf(block, options)}</Fragment>);
}

function blockOf(block: RootContent, options: Options): ReactNode {
  switch (block.type) {
    case "heading": {
      const level = Math.min(6, Math.max(2, block.depth) + options.shift);
      return createElement(
        `h${level}`,
        options.ids ? { id: block.data?.id } : null,
        lineOf(block.children, options.to),
      );
    }
    case "paragraph":
      return <p>{lineOf(block.children, options.to)}</p>;
    case "blockquote":
      return <blockquote>{blocksOf(block.children, options)}</blockquote>;
    case "code":
      return (
        <pre className="overflow-x-auto rounded-lg bg-raised p-3">
          <code>{block.value}</code>
        </pre>
      );
    case "thematicBreak":
      return <hr className="border-line" />;
    case "list":
      return listOf(block, options);
    default:
      return null;
  }
}

function listOf(list: List, options: Options): ReactNode {
  const items = list.children.map((item, index) => {
    const { line, blocks } = partsOf(item);
    return (
      <li key={index}>
        {lineOf(line, options.to)}
        {blocksOf(blocks, options)}
      </li>
    );
  });
  if (isTaskList(list)) return <ul className={TASKS}>{items}</ul>;
  return list.ordered ? <ol start={list.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

function lineOf(nodes: readonly PhrasingContent[], to: Options["to"]): ReactNode {
  return nodes.map((node, index) => {
    switch (node.type) {
      case "text":
        return <Fragment key={index}>{node.value}</Fragment>;
      case "break":
        return <br key={index} />;
      case "inlineCode":
        return <code key={index}>{node.value}</code>;
      case "strong":
        return <strong key={index}>{lineOf(node.children, to)}</strong>;
      case "emphasis":
        return <em key={index}>{lineOf(node.children, to)}</em>;
      case "link": {
        const away = /^https?:/i.test(node.url) ? { target: "_blank", rel: "noopener" } : {};
        return (
          <a key={index} href={node.url.startsWith("/") ? to(node.url) : node.url} {...away}>
            {lineOf(node.children, to)}
          </a>
        );
      }
      default:
        return null;
    }
  });
}
