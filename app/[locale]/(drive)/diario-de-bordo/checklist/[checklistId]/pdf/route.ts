import { getFormatter, getTranslations } from "next-intl/server";
import { createElement } from "react";
import { ChecklistPdf, type ChecklistPdfProps } from "@/components/garage/checklists/checklist-pdf";
import { drawPdf } from "@/app/[locale]/draw-pdf";
import { admitAccount } from "@/lib/platform/auth/guard";
import { formatDate } from "@/lib/platform/format";
import { isLocale, type Locale } from "@/lib/platform/i18n/routing";
import { accountCaller } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getChecklist } from "@/lib/garage/checklists/queries";
import { countStatuses, sectionsOf } from "@/lib/garage/checklists/rules";
import type { StoredChecklist, StoredItem } from "@/lib/garage/checklists/schema";
import { isVehicleId } from "@/lib/garage/vehicles/rules";

type Props = { params: Promise<{ locale: string; checklistId: string }> };

async function contentOf(list: StoredChecklist, locale: Locale): Promise<ChecklistPdfProps> {
  const t = await getTranslations({ locale, namespace: "garage/checklists" });
  const format = await getFormatter({ locale });
  const counts = countStatuses(list.items);
  const found = (["fail", "attention", "pending"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => t(`counts.${status}`, { count: String(counts[status]) }));
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
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const account = await admitAccount(() => true);
  if (account instanceof Response) return account;
  const { locale, checklistId } = await params;
  const list = isVehicleId(checklistId) ? await getChecklist(await createSessionClient(), checklistId) : null;
  if (!list || !isLocale(locale)) return new Response(null, { status: 404 });
  return withRefusals("checklist", async () => {
    const content = printableTexts(await contentOf(list, locale));
    const file = await drawPdf(() => createElement(ChecklistPdf, content), accountCaller(account, request));
    return new Response(file, {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="checklist-${list.id}.pdf"`,
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex",
      },
    });
  });
}
