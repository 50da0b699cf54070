import { getTranslations } from "next-intl/server";
import { PrintButton } from "@/components/guide/pages/print-button";
import { SystemSection } from "@/components/ui/system-page";
import type { AdFacts } from "@/lib/events/promotion/rules";

type Props = { facts: AdFacts; qr: string };

/** A poster for A4 paper; the print style of the page hides everything else. */
export async function EventPoster({ facts, qr }: Props) {
  const t = await getTranslations("events/promotion.kit");
  return (
    <SystemSection title={t("poster")}>
      <div className="flex flex-wrap items-center gap-3" data-print="hide">
        <p className="mr-auto text-muted">{t("posterLead")}</p>
        <PrintButton label={t("print")} />
      </div>
      <div className="mx-auto grid w-full min-w-0 max-w-md content-between justify-items-center gap-4 rounded-lg border-2 border-line bg-white p-6 text-center text-black sm:aspect-[210/297] sm:p-8 print:fixed print:inset-0 print:z-50 print:aspect-auto print:max-w-none print:rounded-none print:border-0">
        <div className="grid gap-3">
          <p className="font-display text-lg">LACAMBECHE</p>
          <p className="font-display text-4xl leading-tight wrap-anywhere sm:text-5xl print:text-7xl">{facts.title}</p>
          <p className="text-xl font-semibold sm:text-2xl print:text-4xl">{facts.dates}</p>
          <p className="text-lg wrap-anywhere print:text-2xl">{facts.place}</p>
        </div>
        <img src={qr} alt={t("qrAlt", { link: facts.link })} width={512} height={512} className="h-auto w-3/5" />
        <div className="grid gap-1">
          <p className="font-semibold">{t("scan")}</p>
          <p className="text-sm break-all">{facts.link.replace(/^https?:\/\//, "")}</p>
          <p className="text-sm">{t("organizer", { name: facts.organizer })}</p>
        </div>
      </div>
    </SystemSection>
  );
}
