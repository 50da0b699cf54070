"use client";

import { useTranslations } from "next-intl";
import { createContext, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Field } from "@/lib/panel/admin/resource";
import { asText } from "@/lib/panel/admin/rules";
import { localIn, momentIn, offsetAt, TIME_ZONE } from "@/lib/platform/dates";
import { formatZone } from "@/lib/platform/format";
import { timeZoneOf } from "@/lib/platform/time-zones/rules";
import type { Values } from "./use-record";

/** Time zone of the moments of a form: that of the event, for other records that of Brasília; never that of the device. */
export const ZoneContext = createContext({ zone: TIME_ZONE, locale: "pt-BR" });

/** The time zone of the place that the form of an event shows. */
const zoneOf = (values: Values, stored: string): string =>
  "municipality_ibge" in values
    ? timeZoneOf(asText(values["state_abbr"]), Number(values["municipality_ibge"]) || null)
    : stored;

type Change = { fields: readonly Field[]; values: Values; name: string; value: unknown; stored: string };

/** Moments of the form that keep their local hour when a field with the place of an event changes. */
export function movedMoments({ fields, values, name, value, stored }: Change): Values {
  const [before, after] = [zoneOf(values, stored), zoneOf({ ...values, [name]: value }, stored)];
  if (before === after) return {};
  const moments = fields.filter(({ kind }) => kind === "datetime").map((field) => field.name);
  return Object.fromEntries(
    moments.flatMap((moment) => {
      const at = values[moment];
      return typeof at === "string" && at ? [[moment, momentIn(localIn(at, before), after)]] : [];
    }),
  );
}

/** Time zone of a form, and whether it waits for the answer about another one. */
export function useRecordZone(resource: string, values: Values, stored: string | undefined) {
  const [agreed, setAgreed] = useState("");
  const [now] = useState(() => Date.now());
  if (resource !== "events" || !stored) return { zone: stored ?? TIME_ZONE, isOpen: false, question: null };
  const zone = zoneOf(values, stored);
  const isOther = offsetAt(now, zone) !== offsetAt(now, stored);
  const question = isOther ? { stored, zone, agreed: agreed === zone, onAgree: setAgreed } : null;
  return { zone, isOpen: isOther && agreed !== zone, question };
}

type QuestionProps = { stored: string; zone: string; agreed: boolean; onAgree: (zone: string) => void; locale: string };

/** Asks before an event is saved in another time zone. */
export function ZoneQuestion({ stored, zone, agreed, onAgree, locale }: QuestionProps) {
  const t = useTranslations("panel/records.zone");
  return (
    <div role="alert" className="grid gap-2 rounded-xl border-2 border-faixa p-4">
      <p>{t("change", { before: formatZone(stored, locale), after: formatZone(zone, locale) })}</p>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <Checkbox checked={agreed} onChange={({ target }) => onAgree(target.checked ? zone : "")} />
        {t("agree")}
      </label>
    </div>
  );
}
