import { getTranslations } from "next-intl/server";
import { eventMoment } from "@/lib/events/events/rules";
import { bookRows, turnName, type BookRow } from "@/lib/events/rally/book/rules";
import { printBook, type PrintedBook } from "@/lib/events/rally/book/service";
import { clockOf } from "@/lib/events/rally/rules";
import type { RallyRules, RallyStage } from "@/lib/events/rally/schema";
import { runCostly, type Caller } from "@/lib/platform/costs";
import { formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { printableTexts } from "@/lib/platform/pdf-runs";

type Book = {
  title: string;
  timeZone: string;
  rules: RallyRules;
  stages: readonly RallyStage[];
  crew: { number: number; class_name: string } | null;
};

async function textOf(row: BookRow, locale: Locale): Promise<string> {
  const t = await getTranslations({ locale, namespace: "events/rally.book" });
  if (row.kind === "regularity")
    return t("regularity", { number: row.number, average: formatNumber(row.average, locale) });
  if (row.kind === "neutral") return t("neutral", { number: row.number, time: clockOf(row.seconds * 1000) });
  if (row.kind === "control") return t("control", { number: row.number });
  if (row.kind === "finish") return t("finish");
  return row.tulip ? `${t(`turn.${turnName(row.tulip)}`)} · ${row.text}` : row.text;
}

async function contentOf({ title, timeZone, rules, stages, crew }: Book, locale: Locale): Promise<PrintedBook> {
  const t = await getTranslations({ locale, namespace: "events/rally.book" });
  const km = (metres: number) =>
    formatNumber(metres / 1000, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    title: t("title", { title }),
    facts: [
      t("authorised", { authority: rules.authority ?? "–", number: rules.authorisation_number ?? "–" }),
      t("coDriver"),
      ...(crew ? [t("crew", { number: crew.number, class: crew.class_name || "–" })] : []),
    ],
    heads: { km: t("km"), partial: t("partial"), text: t("what"), ideal: t("ideal"), toGo: t("toGo") },
    stages: await Promise.all(
      stages.map(async (stage) => ({
        title: t("stage", {
          name: stage.name,
          start: eventMoment(stage.starts_at, timeZone, locale, { dateStyle: "short", timeStyle: "medium" }),
        }),
        rows: await Promise.all(
          bookRows(stage).map(async (row) => ({
            km: km(row.metres),
            partial: km(row.partial),
            text: await textOf(row, locale),
            tulip: row.kind === "turn" ? row.tulip : null,
            ideal: clockOf(row.idealMs),
            toGo: km(row.toGo),
            isStrong: row.kind !== "turn",
          })),
        ),
      })),
    ),
    pageOf: (page) => t("page", { page }),
  };
}

/** The book of a rally as PDF; the caller has checked the access. Secret controls are not in it. */
export async function rallyBookFile(book: Book, locale: Locale, by: Caller): Promise<Response> {
  const content = printableTexts(await contentOf(book, locale));
  const file = await runCostly("drawing", { ...by, points: 1, isShort: true }, () => printBook(content));
  return new Response(file, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": 'inline; filename="livro-de-bordo.pdf"',
      "cache-control": "private, no-store",
    },
  });
}
