import { getLocale } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { StampView } from "@/lib/guide/passport/queries";
import { formatDay } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES } from "@/lib/geo/states/rules";

/** Stamps by state, each with its day. */
export async function StampList({ stamps }: { stamps: readonly StampView[] }) {
  const locale = await getLocale();
  return STATES.filter(({ abbr }) => stamps.some(({ state }) => state === abbr)).map(({ abbr, name }) => (
    <section key={abbr} aria-labelledby={`stamps-${abbr}`}>
      <h2 id={`stamps-${abbr}`} className="text-2xl">
        {name}
      </h2>
      <ul className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {stamps
          .filter(({ state }) => state === abbr)
          .map((stamp) => (
            <li
              key={stamp.id}
              className="rounded-2xl border-2 border-dashed border-rota bg-surface px-4 py-3"
              data-slot="stamp"
            >
              <Link
                href={localePath(locale, stamp.path)}
                className="inline-flex min-h-11 min-w-11 items-center font-display text-xl leading-tight text-link underline underline-offset-4 wrap-anywhere"
              >
                {translated(stamp, "name", locale).text}
              </Link>
              <p className="text-sm text-muted tabular">{formatDay(stamp.at, locale)}</p>
            </li>
          ))}
      </ul>
    </section>
  ));
}
