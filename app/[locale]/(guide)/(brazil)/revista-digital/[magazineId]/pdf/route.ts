import { renderToBuffer } from "@react-pdf/renderer";
import { getTranslations } from "next-intl/server";
import { createElement } from "react";
import { IssuePdf, type IssuePdfProps } from "@/components/magazines/issue-pdf";
import { getMagazine, type Magazine } from "@/lib/magazines/queries";
import { issuePath, pageKind } from "@/lib/magazines/rules";
import { env } from "@/lib/platform/env";
import { formatMonthYear } from "@/lib/platform/format";
import { drawArt } from "./art";

export const dynamic = "force-static";
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ magazineId: string }> };

/** The issue as a PDF, cached until its pages change; always in Portuguese because its texts are. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const issue = await getMagazine((await params).magazineId);
  if (!issue || issue.magazine_pages.length === 0) return new Response("Not found", { status: 404 });
  const file = await renderToBuffer(
    createElement(IssuePdf, await contentOf(issue)) as Parameters<typeof renderToBuffer>[0],
  );
  return new Response(new Uint8Array(file), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="lacambeche-${issue.slug}.pdf"`,
      "cache-control": "public, max-age=0, s-maxage=300, must-revalidate",
    },
  });
}

async function contentOf(issue: Magazine): Promise<IssuePdfProps> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "magazines" });
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
