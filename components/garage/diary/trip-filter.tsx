import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";
import type { TripFilter as Filter } from "@/lib/garage/diary/rules";

type Props = { path: string; years: readonly number[]; states: readonly string[]; filter: Filter };

const LINK = `${buttonClass({ font: "sign" })} aria-[current]:border-faixa aria-[current]:bg-raised`;

/** Years and states as links, so that a filtered list has an address. */
export async function TripFilter({ path, years, states, filter }: Props) {
  const [t, locale] = [await getTranslations("garage/diary.trips"), await getLocale()];
  const href = ({ year, state }: Filter) => {
    const query = new URLSearchParams({ ...(year && { ano: String(year) }), ...(state && { uf: state }) }).toString();
    return localePath(locale, path) + (query && `?${query}`);
  };
  const link = (label: string | number, next: Filter, isCurrent: boolean) => (
    <Link key={label} href={href(next)} aria-current={isCurrent ? "page" : undefined} className={LINK}>
      {label}
    </Link>
  );
  return (
    <div className="grid gap-2">
      {years.length > 1 && (
        <nav aria-label={t("byYear")} className="flex gap-2 overflow-x-auto pb-1">
          {link(t("allYears"), { ...filter, year: null }, filter.year === null)}
          {years.map((year) => link(year, { ...filter, year }, filter.year === year))}
        </nav>
      )}
      {states.length > 1 && (
        <nav aria-label={t("byState")} className="flex gap-2 overflow-x-auto pb-1">
          {link(t("allStates"), { ...filter, state: null }, filter.state === null)}
          {states.map((state) => link(state, { ...filter, state }, filter.state === state))}
        </nav>
      )}
    </div>
  );
}
