import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import { addLinkAction } from "@/lib/events/promotion/kit/actions";
import type { EventLink } from "@/lib/events/promotion/kit/queries";
import { eventLinkPath } from "@/lib/platform/links/rules";
import type { Audience } from "@/lib/events/promotion/rules";
import { formatNumber } from "@/lib/platform/format";
import { CopyText } from "./copy-text";
import { PROMOTION_AUDIENCES } from "@/lib/platform/supabase/database-constants/events";
import { siteUrl } from "@/lib/platform/site-url";

type Props = { event: string; links: readonly EventLink[] };

/** Short links of an event with the visits and registrations that each of them brought. */
export async function TrackedLinks({ event, links }: Props) {
  const [t, locale] = [await getTranslations("events/promotion"), await getLocale()];
  const rows = links.map(({ id, audience, label, code, visits, registrations }) => {
    const address = siteUrl(eventLinkPath(code));
    return {
      id,
      cells: [
        [t(`audience.${audience as Audience}`), label].filter(Boolean).join(" · "),
        <span key="address" className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{address.replace(/^https?:\/\//, "")}</span>
          <CopyText text={address} label={t("kit.copyLink")} notice="link.copied" />
        </span>,
        formatNumber(visits, locale),
        formatNumber(registrations, locale),
      ],
    };
  });
  const heads = (["audience", "address", "visits", "registrations"] as const).map((head) => t(`links.${head}`));
  return (
    <SystemSection title={t("links.title")} lead={t("links.lead")}>
      <DataTable caption={t("links.title")} heads={heads} rows={rows} empty={t("links.empty")} />
      <CommandForm
        key={links.length}
        action={addLinkAction}
        hidden={{ event }}
        label={t("links.add")}
        className="sm:grid-cols-[1fr_1fr_auto] sm:items-end"
      >
        <LabelledSelect
          name="audience"
          label={t("links.audience")}
          options={PROMOTION_AUDIENCES.map((one) => [one, t(`audience.${one}`)])}
        />
        <LabelledInput label={t("links.label")} name="label" maxLength={60} />
      </CommandForm>
    </SystemSection>
  );
}
