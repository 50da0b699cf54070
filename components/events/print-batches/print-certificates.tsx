import { getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { CountForm } from "@/components/events/panel/count-form";
import { printCertificatesAction } from "@/lib/events/print-batches/actions";
import type { PrintBatch } from "@/lib/events/print-batches/queries";
import { PrintBatchList } from "./print-batch-list";

/** All valid certificates of an event in one PDF. */
export async function PrintCertificates({ event, batches }: { event: string; batches: readonly PrintBatch[] }) {
  const t = await getTranslations("events/print-batches");
  return (
    <SystemSection title={t("certificates")} lead={t("certificatesLead")}>
      <CountForm action={printCertificatesAction} hidden={{ event }} label={t("start")} done={t("queued")} />
      <PrintBatchList batches={batches} />
    </SystemSection>
  );
}
