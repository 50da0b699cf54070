"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { MESSAGE_STATUSES } from "@/lib/events/messages/rules";
import { ATTENDANCE_ANSWERS } from "@/lib/platform/supabase/database-constants/events";

/** Who receives a message: kinds, statuses, answer to "você vem?" and entrance. */
export function AudienceFields({ types }: { types: readonly { id: string; name: string }[] }) {
  const t = useTranslations("events/messages.form");
  const panel = useTranslations("events/panel");
  const boxes = (name: string, options: readonly (readonly [string, string])[], ticked: readonly string[]) =>
    options.map(([value, label]) => (
      <label key={value} className="flex min-h-11 items-center gap-2">
        <Checkbox name={name} value={value} defaultChecked={ticked.includes(value)} /> {label}
      </label>
    ));
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <LabelledSelect name={name} label={label} options={options} all={t("all")} width="sm:w-60" />
  );
  const attending = ATTENDANCE_ANSWERS.map((one) => [one, panel(`attending.${one}`)] as const);
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="text-sm text-muted">{t("statuses")}</legend>
        {boxes(
          "statuses",
          MESSAGE_STATUSES.map((status) => [status, panel(`status.${status}`)] as const),
          ["confirmed"],
        )}
      </fieldset>
      {types.length > 1 && (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="text-sm text-muted">{t("types")}</legend>
          {boxes(
            "types",
            types.map(({ id, name }) => [id, name] as const),
            [],
          )}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-4">
        {select("attending", t("attending"), attending)}
        {select("checkedIn", t("checkedIn"), [
          ["yes", t("entered")],
          ["no", t("notEntered")],
        ])}
      </div>
    </>
  );
}
