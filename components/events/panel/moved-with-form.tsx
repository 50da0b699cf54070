"use client";

import { useLocale, useTranslations } from "next-intl";
import { use } from "react";
import { FormValues } from "@/components/panel/records/form-values";
import type { EventDates } from "@/lib/events/panel/rules";
import { asText } from "@/lib/panel/admin/rules";
import { localIn } from "@/lib/platform/dates";
import { MovedDates } from "./moved-dates";
import { MovedTexts } from "./moved-texts";

/** Dates that move when the form around this is saved with another beginning of the event. */
export function MovedWithForm({ dates }: { dates: EventDates }) {
  const { values, zone } = use(FormValues);
  const t = useTranslations("panel/records.zone");
  const locale = useLocale();
  if (!("starts_at" in values)) return null;
  const start = asText(values["starts_at"]);
  return (
    <MovedTexts
      value={{
        moved: t("moved"),
        opensAt: t("opensAt"),
        closesAt: t("closesAt"),
        editUntil: t("editUntil"),
        price: t("price"),
        votes: t("votes"),
        programme: t("programme"),
      }}
    >
      <MovedDates dates={dates} start={start && localIn(start, zone)} locale={locale} />
    </MovedTexts>
  );
}
