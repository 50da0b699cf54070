import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { getTranslations } from "next-intl/server";
import { createElement } from "react";
import { z } from "zod";
import { drawPdf } from "@/app/[locale]/draw-pdf";
import { IssuePdf, type IssuePdfProps } from "@/components/guide/magazines/issue-pdf";
import { getMagazine, type Magazine } from "@/lib/guide/magazines/queries";
import { issuePath, pageKind } from "@/lib/guide/magazines/rules";
import type { Caller } from "@/lib/platform/costs";
import { env } from "@/lib/platform/env";
import { formatMonthYear } from "@/lib/platform/format";
import { publicHandler } from "@/lib/platform/handler";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { drawArt } from "./art";

export const dynamic = "force-dynamic";

/** Drawn issues by id and content; an issue has 1 to 3 MB. */
const files = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: 6, ttl: 3_600_000 });

/** The file of an issue, drawn once until its pages change. */
async function fileOf(issue: Magazine, { caller }: Caller): Promise<Uint8Array<ArrayBuffer>> {
  const key = createHash("sha256").update(JSON.stringify(issue)).digest("hex");
  const known = files.get(key);
  if (known) return known;
  // Without the signal: others may wait for the same file.
  const file = drawPdf(
    async () => createElement(IssuePdf, printableTexts(await contentOf(issue))),
    { caller },
    "magazine",
  );
  files.set(key, file);
  file.catch(() => files.delete(key));
  return file;
}

/** The issue as a PDF; always in Portuguese because its texts are. */
export const GET = publicHandler(
  {
    name: "magazine",
    params: z.object({ magazineId: z.string() }),
    cache: "public, max-age=0, s-maxage=300, must-revalidate",
  },
  async ({ params, by }) => {
    const issue = await getMagazine(params.magazineId);
    if (!issue || issue.magazine_pages.length === 0) return null;
    return new Response(await fileOf(issue, by), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="lacambeche-${issue.slug}.pdf"`,
      },
    });
  },
);

async function contentOf(issue: Magazine): Promise<IssuePdfProps> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "guide/magazines" });
  const site = env.NEXT_PUBLIC_SITE_URL;
  return {
    title: issue.title,
    edition: t("edition", { number: issue.number, month: formatMonthYear(issue.month, "pt-BR") }),
    tagline: t("masthead"),
    description: issue.summary || t("reader.metaDescription", { title: issue.title, number: issue.number }),
    url: site + issuePath(issue.slug),
    art: await drawArt(issue),
    pages: issue.magazine_pages,
    kindOf: (kind) => t(`kinds.${pageKind(kind)}`),
    linkTo: (href) => (href.startsWith("/") ? site + href : href),
  };
}
