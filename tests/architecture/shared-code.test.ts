import { describe, expect, it } from "vitest";
import { productCode, readSource } from "../support/source-files";
import { importsOf, textsOf } from "../support/syntax";

type Rule = { title: string; pattern: RegExp; owners: readonly string[]; examples: readonly string[] };

/** Code that exists once; `examples` are what other files wrote before, and prove that the pattern finds it. */
const CODE: readonly Rule[] = [
  {
    title: "formatters of numbers and dates",
    pattern: /\bIntl\.(?:DateTime|Number)Format\b|\.toLocale(?:Date|Time)?String\(/,
    owners: ["lib/platform/dates.ts", "lib/platform/format.ts"],
    examples: [
      'new Intl.DateTimeFormat(locale, { dateStyle: "long" })',
      "new Intl.NumberFormat(locale)",
      'price.toLocaleString("pt-BR")',
      "day.toLocaleDateString()",
    ],
  },
  {
    title: "the length of a day",
    pattern: /\b86_?400_?000\b|24 \* 60 \* 60 \* 1000/,
    owners: ["lib/platform/dates.ts"],
    examples: ["const DAY_MS = 86_400_000;", "Date.now() - 86400000", "24 * 60 * 60 * 1000"],
  },
  {
    title: "removal of accents",
    pattern: /\.normalize\("NFD"\)/,
    owners: ["lib/platform/slug.ts"],
    examples: ['text.normalize("NFD").replace(/\\p{Diacritic}/gu, "")'],
  },
  {
    title: "errors of the database",
    pattern:
      /\bfunction unavailable\(error: \{|\berror\) throw new AppError\("service\.unavailable"|new AppError\([^;]*"service\.unavailable", \{ detail: [\w.]*\.?message \}/,
    owners: ["lib/platform/supabase/or-throw.ts"],
    examples: [
      "function unavailable(error: { message: string }): never {",
      'if (stored.error) throw new AppError("service.unavailable", { cause: stored.error });',
      'throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });',
    ],
  },
  {
    title: "page numbers of addresses and page counts",
    pattern: /\bNumber\((?:\w+\()?params\.pag(?:e|ina)\b|\bMath\.ceil\([\w.]*total \/|\(page - 1\) \*/,
    owners: ["lib/platform/paging.ts"],
    examples: [
      "Math.trunc(Number(params.pagina)) || 1",
      "Number(one(params.page))",
      "Math.ceil(loaded.total / STATEMENT_PAGE)",
      "[(page - 1) * POSTS_PER_PAGE, 0]",
    ],
  },
  {
    title: "questions with an answer",
    pattern: /(?<![\w.$-])(?:window\.)?confirm\((?!\{|\))/,
    owners: [],
    examples: ["if (!window.confirm(texts.confirm)) return;", "confirm(question)"],
  },
  {
    title: "reading and writing drafts on the device",
    pattern: /\b(?:local|session)Storage\.(?:get|set|remove)Item\((?:\w*DRAFT\w*|keyOf\(|nameOf\()/,
    owners: ["components/form/device-draft.ts"],
    examples: [
      "localStorage.setItem(SELLER_DRAFT_KEY, text)",
      "sessionStorage.removeItem(nameOf(resource, id))",
      "localStorage.getItem(keyOf(uf))",
    ],
  },
];

/** Strings that exist once. */
const TEXTS: readonly Rule[] = [
  {
    title: "WhatsApp links",
    pattern: /\bwa\.me\b|\bapi\.whatsapp\.com\b/,
    owners: ["lib/platform/whatsapp.ts"],
    examples: ["https://wa.me/?text=", "https://api.whatsapp.com/send"],
  },
  {
    title: "the time zone of Brazil",
    pattern: /^America\/Sao_Paulo$/,
    owners: ["lib/platform/dates.ts"],
    examples: ["America/Sao_Paulo"],
  },
  {
    title: "classes of link buttons",
    pattern:
      /^(?=.*\binline-flex\b)(?=.*\bh-1[1-3]\b)(?=.*\brounded-(?:lg|xl)\b)(?=.*(?:\bbg-(?:primary|faixa|rota)\b|\bborder-line\b.*\bfont-|\bfont-.*\bborder-line\b))(?=.*\bfont-(?:semibold|display)\b)/,
    owners: ["components/ui/button-class.ts", "components/ui/button.tsx"],
    examples: [
      "mt-4 inline-flex h-12 items-center rounded-xl bg-primary px-5 font-semibold text-primary-ink",
      "inline-flex min-h-11 items-center gap-2 rounded-lg border-2 border-line px-4 font-semibold hover:bg-raised",
    ],
  },
];

/** A file without comments, which may name what the code must not contain. */
const codeOf = (file: string) => readSource(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const files = productCode();

describe("code that exists once", () => {
  it.each(CODE)("$title", ({ pattern, owners }) => {
    expect(files.filter((file) => !owners.includes(file) && pattern.test(codeOf(file)))).toEqual([]);
  });

  it.each(TEXTS)("$title", ({ pattern, owners }) => {
    expect(
      files.filter((file) => !owners.includes(file) && textsOf(file).some(({ value }) => pattern.test(value))),
    ).toEqual([]);
  });

  it("form fields: domains import them from lib/platform/form", () => {
    const borrowed = files
      .filter((file) => /^lib\/(?!panel\/requests\/)/.test(file))
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => to === "lib/panel/requests/schema.ts" && !typeOnly);
    expect(borrowed.map(({ from }) => from)).toEqual([]);
  });

  it.each([...CODE, ...TEXTS])("the pattern finds $title", ({ pattern, owners, examples }) => {
    expect(examples.filter((example) => !pattern.test(example))).toEqual([]);
    expect(owners.filter((owner) => !files.includes(owner))).toEqual([]);
  });
});
