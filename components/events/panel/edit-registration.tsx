import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { editRegistrationAction } from "@/lib/events/panel/actions";
import type { PanelRegistration } from "@/lib/events/panel/queries";
import { Line, LongLine } from "./form-lines";
import { PriceForm } from "./price-form";

/** Corrects name, contact and companions; more companions need free places and cost the difference. */
export async function EditRegistration({ registration: one }: { registration: PanelRegistration }) {
  const [t, locale, { "events/panel": texts }] = [
    await getTranslations("events/panel"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <SystemSection title={t("edit.correct")} lead={t("edit.correctLead")}>
      <PriceForm
        key={one.updated_at}
        texts={texts.price}
        locale={locale}
        action={editRegistrationAction}
        hidden={{ registration: one.id, expected_version: one.updated_at }}
        label={t("edit.save")}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Line name="fullName" label={t("field.full_name")} max={120} value={one.full_name} required />
          <Line name="email" label={t("field.email")} type="email" max={254} value={one.email} required />
          <Line name="phone" label={t("field.phone")} type="tel" max={30} value={one.phone ?? ""} />
          <Line name="town" label={t("field.town")} max={120} value={one.town ?? ""} />
          <Line name="club" label={t("field.club")} max={160} value={one.club ?? ""} />
          <Line name="company" label={t("field.company")} max={160} value={one.company ?? ""} />
        </div>
        <LongLine name="companions" label={t("field.companions")} value={one.companions.join("\n")} />
      </PriceForm>
    </SystemSection>
  );
}
