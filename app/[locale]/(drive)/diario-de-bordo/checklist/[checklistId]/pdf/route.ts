import { getFormatter, getTranslations } from "next-intl/server";
import { createElement } from "react";
import { z } from "zod";
import { ChecklistPdf, type ChecklistPdfProps } from "@/components/garage/checklists/checklist-pdf";
import { drawPdf } from "@/app/[locale]/draw-pdf";
import { formatDate } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { accountHandler } from "@/lib/platform/handler";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { getChecklist } from "@/lib/garage/checklists/queries";
import { countStatuses, OPEN_STATUSES, sectionsOf } from "@/lib/garage/checklists/rules";
import type { StoredChecklist, StoredItem } from "@/lib/garage/checklists/schema";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

async function contentOf(list: StoredChecklist, locale: Locale): Promise<ChecklistPdfProps> {
  const t = await getTranslations({ locale, namespace: "garage/checklists" });
  const format = await getFormatter({ locale });
  const counts = countStatuses(list.items);
  const found = OPEN_STATUSES.filter((status) => counts[status] > 0).map((status) =>
    t(`counts.${status}`, { count: String(counts[status]) }),
  );
  const detailsOf = ({ value, unit, note, photos }: StoredItem) => [
    ...(value ? [`${t("pdf.value")}: ${`${value} ${unit}`.trim()}`] : []),
    ...(note ? [`${t("pdf.note")}: ${note}`] : []),
    ...(photos.length > 0 ? [t("pdf.photos", { count: String(photos.length) })] : []),
  ];
  return {
    brand: "LACAMBECHE",
    title: list.revision > 1 ? `${list.title}, ${t("run.revision", { revision: String(list.revision) })}` : list.title,
    facts: [
      [t("pdf.car"), list.vehicle_name],
      [t("pdf.kind"), t(`kinds.${list.kind}`)],
      [t("pdf.started"), format.dateTime(new Date(list.started_at), { dateStyle: "medium", timeStyle: "short" })],
      [t("pdf.signed"), list.signed_on ? formatDate(list.signed_on, locale, { dateStyle: "long" }) : t("pdf.open")],
      ...(list.signed_km === null ? [] : [[t("pdf.km"), `${format.number(list.signed_km)} km`] as const]),
      [t("pdf.result"), [t(`results.${list.result}`), ...found].join(", ")],
    ],
    sections: sectionsOf(list.items).map(({ title, items }) => ({
      title,
      items: items.map((item) => ({ status: t(`statuses.${item.status}`), text: item.text, details: detailsOf(item) })),
    })),
    pageOf: (page, pages) => t("pdf.page", { page: String(page), pages: String(pages) }),
  };
}

/** A checklist as a PDF, for the people who may read it. */
export const GET = accountHandler(
  {
    name: "checklist",
    params: z.object({ locale: z.enum(LOCALES), checklistId: z.string().refine(isVehicleId) }),
    headers: { "x-robots-tag": "noindex" },
  },
  async ({ params: { locale, checklistId }, client, by }) => {
    const list = await getChecklist(client, checklistId);
    if (!list) return null;
    const content = printableTexts(await contentOf(list, locale));
    return new Response(await drawPdf(() => createElement(ChecklistPdf, content), by), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="checklist-${list.id}.pdf"`,
      },
    });
  },
);
