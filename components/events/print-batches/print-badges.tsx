import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { CountForm } from "@/components/events/panel/count-form";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import { printBadgesAction } from "@/lib/events/print-batches/actions";
import type { PrintBatch } from "@/lib/events/print-batches/queries";
import { PrintBatchList } from "./print-batch-list";
import { PRINT_SIZES } from "@/lib/platform/supabase/database-constants/events";

type Props = { event: string; types: readonly { id: string; name: string }[]; batches: readonly PrintBatch[] };

/** Badges of many people in one PDF: the choice, the start, and the files that were made. */
export async function PrintBadges({ event, types, batches }: Props) {
  const [t, panel, locale] = [
    await getTranslations("events/print-batches"),
    await getTranslations("events/panel"),
    await getLocale(),
  ];
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <LabelledSelect name={name} label={label} options={options} className="grow sm:grow-0" width="sm:w-48" />
  );
  const all = ["", panel("filter.all")] as const;
  return (
    <div id="crachas" className="grid scroll-mt-4">
      <SystemSection title={t("badges")} lead={t("badgesLead")}>
        <CountForm action={printBadgesAction} hidden={{ event, locale }} label={t("start")} done={t("queued")}>
          {select(
            "size",
            t("size"),
            PRINT_SIZES.map((size) => [size, t(`sizes.${size}`)] as const),
          )}
          {select("type", panel("filter.type"), [all, ...types.map(({ id, name }) => [id, name] as const)])}
          {select("attending", t("attending"), [
            all,
            ["yes", panel("attending.yes")],
            ["unknown", panel("attending.unknown")],
          ])}
          <LabelledInput label={t("since")} className="grow sm:grow-0" type="date" name="since" />
        </CountForm>
        <PrintBatchList batches={batches} />
      </SystemSection>
    </div>
  );
}
