import { Search } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass, Input } from "@/components/ui/input";
import { MAX_QUERY, searchPath } from "@/lib/geo/search/rules";
import { STATES, stateSegment } from "@/lib/geo/states/rules";

type Props = { q: string; uf: string; kinds: readonly string[] };

/** A plain GET form, so that the search works without JavaScript. */
export async function SearchForm({ q, uf, kinds }: Props) {
  const t = await getTranslations("geo/search");
  return (
    <form
      role="search"
      method="get"
      action={searchPath(await getLocale(), {})}
      className="grid items-end gap-3 rounded-2xl border-2 border-line bg-surface p-4 sm:grid-cols-[1fr_14rem_auto]"
    >
      <label className="block font-semibold">
        {t("label")}
        <Input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_QUERY}
          placeholder={t("hint")}
          enterKeyHint="search"
          autoComplete="off"
          className="mt-1 font-sans"
        />
      </label>
      <label className="block font-semibold">
        {t("state")}
        <select name="uf" defaultValue={uf} className={`${controlClass} mt-1 font-sans`}>
          <option value="">{t("allStates")}</option>
          {STATES.map(({ abbr, name }) => (
            <option key={abbr} value={stateSegment(abbr)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {kinds.length > 0 && <input type="hidden" name="kinds" value={kinds.join(",")} />}
      <Button type="submit">
        <Icon of={Search} />
        {t("submit")}
      </Button>
    </form>
  );
}
