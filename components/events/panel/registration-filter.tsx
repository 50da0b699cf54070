import { Search } from "lucide";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import type { RegistrationQuery } from "@/lib/events/panel/rules";
import { REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

type Props = { action: string; query: RegistrationQuery; types: readonly { id: string; name: string }[] };

/** Search, kind and status of the table of registrations; works without JavaScript. */
export async function RegistrationFilter({ action, query, types }: Props) {
  const t = await getTranslations("events/panel");
  const select = (name: string, label: string, value: string, options: readonly (readonly [string, string])[]) => (
    <LabelledSelect
      name={name}
      label={label}
      value={value}
      options={options}
      all={t("filter.all")}
      className="grow sm:grow-0"
      width="sm:w-52"
    />
  );
  return (
    <form
      role="search"
      action={action}
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3"
    >
      <LabelledInput
        label={t("filter.search")}
        className="grow sm:max-w-sm"
        type="search"
        name="q"
        defaultValue={query.q}
        maxLength={100}
      />
      {select(
        "tipo",
        t("filter.type"),
        query.type,
        types.map(({ id, name }) => [id, name] as const),
      )}
      {select(
        "situacao",
        t("filter.status"),
        query.status,
        REGISTRATION_STATUSES.map((status) => [status, t(`status.${status}`)] as const),
      )}
      <Button type="submit" variant="outline">
        <Icon of={Search} /> {t("filter.apply")}
      </Button>
    </form>
  );
}
