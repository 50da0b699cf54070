import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import type { Convoy, Pair, PairEvent, PartnerName } from "@/lib/events/promotion/pair/queries";
import type { Counted } from "@/lib/events/promotion/pair/rules";
import { eventPath } from "@/lib/events/events/rules";
import { formatKm, formatMinutes, formatNumber, formatTimestamp } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = { pair: Pair; km: number; mayName: boolean };

/** Exhibitors and sellers who could come to both events of a pair, and a convoy from one to the other. */
export async function SynergyPair({ pair: { one, other, toOther, toOne, convoy }, km, mayName }: Props) {
  const t = await getTranslations("events/promotion.pair");
  return (
    <SystemSection title={t("title", { first: one.title, second: other.title })} lead={t("lead", { km })}>
      <div id="par" className="grid scroll-mt-20 items-start gap-5 xl:grid-cols-2">
        <Partners from={one} to={other} partners={toOther} mayName={mayName} />
        <Partners from={other} to={one} partners={toOne} mayName={mayName} />
      </div>
      <ConvoyPlan from={one} to={other} convoy={convoy} />
    </SystemSection>
  );
}

type PartnersProps = {
  from: PairEvent;
  to: PairEvent;
  partners: { counted: readonly Counted[]; names: readonly PartnerName[] };
  mayName: boolean;
};

async function Partners({ from, to, partners: { counted, names }, mayName }: PartnersProps) {
  const [t, locale] = [await getTranslations("events/promotion.pair"), await getLocale()];
  const kinds = await getTranslations("events/events.registration");
  const rows = counted.map(({ kind, near, far, unknown }) => ({
    id: kind,
    cells: [kinds(kind), ...[near, far, unknown].map((count) => formatNumber(count, locale))],
  }));
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-xl wrap-anywhere">{t("direction", { from: from.title, to: to.town })}</h3>
      <DataTable
        caption={t("direction", { from: from.title, to: to.town })}
        heads={[t("kind"), t("near"), t("far"), t("unknown")]}
        rows={rows}
        empty={to.place ? t("nobody") : t("noPlace")}
      />
      {!mayName && <p className="text-sm text-muted">{t("numbersOnly")}</p>}
      {names.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-link underline">
            {t("names", { count: names.length })}
          </summary>
          <ul className="grid gap-1">
            {names.map(({ key, name, company, town, kind }) => (
              <li key={key} className="wrap-anywhere">
                {[name, company, kinds(kind), town].filter(Boolean).join(" · ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

async function ConvoyPlan({ from, to, convoy }: { from: PairEvent; to: PairEvent; convoy: Convoy | null }) {
  const [t, locale] = [await getTranslations("events/promotion.pair"), await getLocale()];
  const day = (moment: string, timeZone: string) => formatTimestamp(moment, locale, { dateStyle: "long", timeZone });
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-xl">{t("convoy")}</h3>
      {!convoy && <p className="text-muted">{from.place && to.place ? t("noRoute") : t("noPlace")}</p>}
      {convoy && (
        <>
          <p className="tabular">
            {t("way", {
              from: `${from.town} (${from.state_abbr})`,
              to: `${to.town} (${to.state_abbr})`,
              km: formatKm(convoy.km, locale),
              time: formatMinutes(convoy.minutes),
            })}
          </p>
          <p className="text-muted">
            {t("dates", { end: day(from.ends_at, from.time_zone), start: day(to.starts_at, to.time_zone) })}
          </p>
          {convoy.estimatedKm > 0 && (
            <p className="text-muted">{t("estimated", { km: formatKm(convoy.estimatedKm, locale) })}</p>
          )}
          <h4 className="font-semibold">{t("towns")}</h4>
          {convoy.stops.length === 0 && <p className="text-muted">{t("noTowns")}</p>}
          <ol className="grid gap-1">
            {convoy.stops.map(({ place, kmAlong }) => (
              <li key={place.ibge_code} className="tabular">
                {place.name} ({place.state_abbr}) · {t("atKm", { km: formatKm(kmAlong, locale) })}
              </li>
            ))}
          </ol>
          <p className="text-sm text-muted">{convoy.credits.join(" · ")}</p>
        </>
      )}
      <p className="flex flex-wrap gap-x-4">
        {[from, to].map(({ id, slug, title }) => (
          <Link
            key={id}
            href={localePath(locale, eventPath(slug))}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {title}
          </Link>
        ))}
      </p>
    </section>
  );
}
