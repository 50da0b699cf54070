import { getFormatter, getLocale, getMessages } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { fill } from "@/components/ui/fill";
import { buttonClass } from "@/components/ui/button-class";
import { formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageCount } from "@/lib/platform/paging";
import { ADD_ENTRY_PATH, ENTRIES_PER_PAGE, type EntryList as List } from "@/lib/garage/entries/rules";
import type { EntryFile, EntryYear, LogCar, StoredEntry } from "@/lib/garage/entries/schema";
import { EntryList } from "./entry-list";
import { LogTexts } from "./log-texts";

type Props = {
  list: List;
  /** Address of this list without language prefix. */
  path: string;
  allPath: string | null;
  car: LogCar;
  years: readonly EntryYear[];
  year: number;
  page: number;
  entries: readonly StoredEntry[];
  files: readonly EntryFile[];
  /** Kilometres by litre of the refuellings that ended a full tank, by entry. */
  consumption: Readonly<Record<string, number>>;
  /** Entries whose kilometres do not fit the others. */
  odd: readonly string[];
};

const TITLES = { fuel: "fuelTitle", service: "serviceTitle", all: "allTitle" } as const;
const EMPTY = { fuel: "emptyFuel", service: "emptyService", all: "empty" } as const;

/** A list of entries by year, with the form to add one. */
export async function EntryHistory(props: Props) {
  const { list, allPath, car, years, entries, files, consumption, odd } = props;
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  const texts = messages["garage/entries"];
  const kind = list === "all" ? "" : `#${list}`;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{texts.list[TITLES[list]]}</h2>
        {car.role !== "viewer" && (
          // Loads the page, because it must open without a connection.
          <a
            href={`${localePath(locale, ADD_ENTRY_PATH)}?carro=${car.id}${kind}`}
            className={buttonClass({ look: "faixa", size: "lg" })}
          >
            {texts.add}
          </a>
        )}
      </div>
      {years.length > 0 && <Years {...props} />}
      {years.length === 0 && <p>{texts.list[EMPTY[list]]}</p>}
      <LogTexts value={texts}>
        <EntryList {...{ locale, car, list, entries, files, consumption, odd }} />
      </LogTexts>
      <Pages {...props} />
      {allPath && (
        <Link href={localePath(locale, allPath)} className="w-fit py-2 font-semibold text-link underline">
          {texts.list.all}
        </Link>
      )}
    </section>
  );
}

async function Years({ path, years, year }: Props) {
  const [locale, format, messages] = await Promise.all([getLocale(), getFormatter(), getMessages()]);
  const texts = messages["garage/entries"];
  const shown = years.find((one) => one.year === year);
  const facts = shown && [
    fill(shown.entries === 1 ? texts.list.yearOne : texts.list.yearMany, { year, count: format.number(shown.entries) }),
    shown.totalCents > 0 && formatMoney(shown.totalCents, locale),
    shown.litres > 0 && fill(texts.list.litres, { litres: format.number(shown.litres, { maximumFractionDigits: 1 }) }),
  ];
  return (
    <>
      <nav aria-label={texts.list.years} className="flex gap-2 overflow-x-auto pb-1">
        {years.map((one) => (
          <Link
            key={one.year}
            href={`${localePath(locale, path)}?ano=${one.year}`}
            aria-current={one.year === year ? "page" : undefined}
            className={`${buttonClass({ font: "sign" })} aria-[current]:border-faixa aria-[current]:bg-raised`}
          >
            {one.year}
          </Link>
        ))}
      </nav>
      {facts && <p className="text-muted">{facts.filter(Boolean).join(" · ")}</p>}
    </>
  );
}

async function Pages({ path, years, year, page }: Props) {
  const [locale, { "garage/entries": texts }] = await Promise.all([getLocale(), getMessages()]);
  const pages = pageCount(years.find((one) => one.year === year)?.entries ?? 0, ENTRIES_PER_PAGE);
  if (pages === 1) return null;
  const link = (to: number, text: string) => (
    <Link href={`${localePath(locale, path)}?ano=${year}&pagina=${to}`} className={buttonClass()}>
      {text}
    </Link>
  );
  return (
    <nav aria-label={texts.list.pages} className="flex flex-wrap items-center gap-3">
      {page > 1 && link(page - 1, texts.list.newer)}
      <span>{fill(texts.list.page, { page, pages })}</span>
      {page < pages && link(page + 1, texts.list.older)}
    </nav>
  );
}
