import { Search } from "lucide";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input, controlClass } from "@/components/ui/input";
import type { RegistrationQuery } from "@/lib/events/panel/rules";
import { REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";

type Props = { action: string; query: RegistrationQuery; types: readonly { id: string; name: string }[] };

/** Search, kind and status of the table of registrations; works without JavaScript. */
export async function RegistrationFilter({ action, query, types }: Props) {
  const t = await getTranslations("events/panel");
  const select = (name: string, label: string, value: string, options: readonly (readonly [string, string])[]) => (
    <label className="grid grow gap-1 text-sm sm:grow-0">
      <span className="text-muted">{label}</span>
      <select key={value} name={name} defaultValue={value} className={`${controlClass} sm:w-52`}>
        <option value="">{t("filter.all")}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form
      role="search"
      action={action}
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3"
    >
      <label className="grid grow gap-1 text-sm sm:max-w-sm">
        <span className="text-muted">{t("filter.search")}</span>
        <Input type="search" name="q" defaultValue={query.q} maxLength={100} />
      </label>
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
