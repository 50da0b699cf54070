import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { assignStandAction } from "@/lib/events/panel/actions";
import type { PanelEvent, PanelRegistration } from "@/lib/events/panel/queries";
import { PriceForm } from "./price-form";

type Props = { event: PanelEvent; registration: PanelRegistration };

/** Gives a free stand of the right kind to a registration, or takes its stand away. */
export async function StandForm({ event, registration }: Props) {
  const [t, locale, { "events/panel": texts }] = [
    await getTranslations("events/panel.stand"),
    await getLocale(),
    await getMessages(),
  ];
  const kind = event.event_registration_types.find(({ id }) => id === registration.type_id)?.kind ?? "";
  const stands = event.event_stands.filter(
    ({ kinds, registration_id: holder }) =>
      (kinds.length === 0 || kinds.includes(kind)) && (holder === null || holder === registration.id),
  );
  return (
    <SystemSection title={t("title")}>
      <PriceForm
        key={registration.updated_at}
        texts={texts.price}
        locale={locale}
        action={assignStandAction}
        hidden={{ registration: registration.id, expected_version: registration.updated_at }}
        label={t("save")}
        variant="outline"
      >
        <LabelledSelect
          name="stand"
          label={t("choose")}
          value={registration.stand_id ?? ""}
          options={stands.map(({ id, label }) => [id, label])}
          all={t("none")}
        />
      </PriceForm>
    </SystemSection>
  );
}
