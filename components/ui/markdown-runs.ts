import type { PhrasingContent } from "mdast";

type Marks = { href: string | null; strong: boolean; em: boolean };
/** Text with one set of marks; a line break has no text. */
export type Run = Marks & { kind: "text" | "code" | "break"; text: string };

type Mark = keyof Marks;
/** Decides which mark is the outer one when two have the same length. */
const MARKS: readonly Mark[] = ["href", "strong", "em"];
const PLAIN: Marks = { href: null, strong: false, em: false };

const same = (a: Marks, b: Marks) => MARKS.every((mark) => a[mark] === b[mark]);
/** The marks that both have. */
const shared = (a: Marks, b: Marks): Marks => ({
  href: a.href === b.href ? a.href : null,
  strong: a.strong && b.strong,
  em: a.em && b.em,
});
const marksOf = (run: Run | undefined): Marks => (run ? { href: run.href, strong: run.strong, em: run.em } : PLAIN);

/** Markdown cannot format spaces at the ends of a mark, so they become runs with only the marks that both sides share. */
function withoutMarkedEnds(runs: readonly Run[]): Run[] {
  return runs.flatMap((run, index) => {
    if (run.kind !== "text" || same(run, PLAIN)) return [run];
    const [, before = "", middle = "", after = ""] = /^([ \t]*)([^]*?)([ \t]*)$/.exec(run.text) ?? [];
    const toLeft = shared(run, marksOf(runs[index - 1]));
    const toRight = shared(run, marksOf(runs[index + 1]));
    if (!middle) return [{ ...run, ...shared(toLeft, toRight) }];
    return [
      { ...run, ...toLeft, text: before },
      { ...run, text: middle },
      { ...run, ...toRight, text: after },
    ].filter(({ text }) => text);
  });
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last && last.kind === run.kind && run.kind !== "break" && same(last, run)) last.text += run.text;
    else all.push({ ...run });
  }
  return all;
}

const isEnd = (run: Run | undefined) => !run || run.kind === "break";

/** Removes spaces at the ends of lines, and line breaks at the start and at the end. */
function trimmed(runs: readonly Run[]): Run[] {
  const cut = runs
    .map((run, index) => {
      if (run.kind !== "text") return run;
      const start = isEnd(runs[index - 1]) ? run.text.replace(/^[ \t]+/, "") : run.text;
      return { ...run, text: isEnd(runs[index + 1]) ? start.replace(/[ \t]+$/, "") : start };
    })
    .filter(({ kind, text }) => kind === "break" || text);
  const first = cut.findIndex(({ kind }) => kind !== "break");
  const last = cut.findLastIndex(({ kind }) => kind !== "break");
  return first < 0 ? [] : cut.slice(first, last + 1);
}

/** Normalises runs to a form that both markdown and the visual editor can represent. */
export function tidied(runs: readonly Run[]): Run[] {
  let now = joined(
    runs.map((run) => (run.kind === "text" ? { ...run, text: run.text.replace(/[ \t]*\r?\n[ \t]*/g, " ") } : run)),
  );
  for (let before = ""; before !== JSON.stringify(now);) {
    before = JSON.stringify(now);
    now = trimmed(joined(withoutMarkedEnds(now)));
  }
  return now;
}

const NODE = { strong: "strong", em: "emphasis" } as const;
const LEAF = { text: "text", code: "inlineCode" } as const;

/** Converts runs to nested nodes: the longest mark is the outer one. */
export function nested(runs: readonly Run[]): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let from = 0; from < runs.length;) {
    const run = runs[from]!;
    const reach = (mark: Mark) => {
      const end = runs.findIndex((one, index) => index > from && one[mark] !== run[mark]);
      return end < 0 ? runs.length : end;
    };
    const [outer] = MARKS.filter((mark) => run[mark]).toSorted((a, b) => reach(b) - reach(a));
    if (!outer) {
      nodes.push(run.kind === "break" ? { type: "break" } : { type: LEAF[run.kind], value: run.text });
      from += 1;
      continue;
    }
    const to = reach(outer);
    const children = nested(runs.slice(from, to).map((one) => ({ ...one, [outer]: PLAIN[outer] })));
    nodes.push(outer === "href" ? { type: "link", url: run.href!, children } : { type: NODE[outer], children });
    from = to;
  }
  return nodes;
}

/** The address if a text may link to it: the web, e-mail, a phone or this site; null for anything else. */
export function safeHref(href: string): string | null {
  return /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i.test(href) ? href : null;
}

/** Addresses of `[words][name]`, by name. */
export type Definitions = ReadonlyMap<string, string>;

/** Converts nodes to runs: HTML becomes text, a picture a link, and a link that is not allowed its text. */
export function flat(nodes: readonly PhrasingContent[], addresses: Definitions = new Map(), marks = PLAIN): Run[] {
  const linked = (url = "") => ({ ...marks, href: safeHref(url) ?? marks.href });
  return nodes.flatMap((node): Run[] => {
    switch (node.type) {
      case "text":
      case "html":
        return [{ ...marks, kind: "text", text: node.value }];
      case "inlineCode":
        return [{ ...marks, kind: "code", text: node.value }];
      case "break":
        return [{ ...marks, kind: "break", text: "" }];
      case "strong":
        return flat(node.children, addresses, { ...marks, strong: true });
      case "emphasis":
        return flat(node.children, addresses, { ...marks, em: true });
      case "link":
        return flat(node.children, addresses, linked(node.url));
      case "linkReference":
        return flat(node.children, addresses, linked(addresses.get(node.identifier)));
      case "image":
        return [{ ...linked(node.url), kind: "text", text: node.alt ?? "" }];
      case "imageReference":
        return [{ ...linked(addresses.get(node.identifier)), kind: "text", text: node.alt ?? "" }];
      default:
        return [];
    }
  });
}
