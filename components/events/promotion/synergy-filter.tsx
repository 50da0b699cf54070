import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import type { SynergyQuery } from "@/lib/events/promotion/schema";
import { STATES } from "@/lib/geo/states/rules";

type Props = { action: string; query: SynergyQuery };

/** Distance, days and state of the calendar; works without JavaScript. */
export async function SynergyFilter({ action, query }: Props) {
  const t = await getTranslations("events/promotion.synergy");
  const number = (name: "km" | "dias", label: string, max: number) => (
    <LabelledInput
      label={label}
      key={query[name]}
      type="number"
      name={name}
      min={1}
      max={max}
      defaultValue={query[name]}
      required
    />
  );
  return (
    <form
      action={action}
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3 max-sm:*:w-full"
    >
      {number("km", t("km"), 1000)}
      {number("dias", t("days"), 30)}
      <LabelledSelect
        name="uf"
        label={t("state")}
        value={query.uf}
        options={STATES.map(({ abbr, name }) => [abbr, `${abbr} · ${name}`])}
        all={t("all")}
      />
      <Button type="submit">{t("apply")}</Button>
    </form>
  );
}
