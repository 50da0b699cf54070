"use client";

import { useTranslations } from "next-intl";
import { FilterFields } from "@/components/events/panel/filter-fields";
import type { AnswerChoice, RegistrationFilter } from "@/lib/events/panel/list/rules";
import type { RegistrationStatus } from "@/lib/events/panel/rules";
import { ACTIVE_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

const ACTIVE_STATUSES: readonly RegistrationStatus[] = ACTIVE_REGISTRATION_STATUSES;

export type Audience = {
  query: RegistrationFilter;
  types: readonly { id: string; name: string }[];
  answers: readonly AnswerChoice[];
};
type Props = Audience & {
  /** Who receives a stored message that was written to chosen registrations stays. */
  isKept: boolean;
};

/** Who receives a message: the filter of the list of registrations. */
export function AudienceFields({ isKept, query, ...names }: Props) {
  const t = useTranslations("events/messages.form");
  const { status } = query;
  // Ended registrations get no message. If their status were missing in this field, the form would choose every status.
  const statuses = status && !ACTIVE_STATUSES.includes(status) ? [...ACTIVE_STATUSES, status] : ACTIVE_STATUSES;
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 font-semibold">{t("audience")}</legend>
      <p className="text-sm text-muted">{isKept ? t("kept") : t("audienceLead")}</p>
      {!isKept && query.ids.length > 0 && (
        <p className="font-semibold">
          {t("selected", { count: query.ids.length })}
          <input type="hidden" name="ids" value={query.ids.join(",")} />
        </p>
      )}
      {!isKept && <FilterFields query={query} {...names} statuses={statuses} />}
    </fieldset>
  );
}
