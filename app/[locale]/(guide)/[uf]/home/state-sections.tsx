import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CityPhotos } from "@/components/guide/cities/city-photos";
import { ClubCard } from "@/components/guide/clubs/club-card";
import { NextEvents } from "@/components/events/events/next-events";
import { CategoryBadge } from "@/components/guide/services/category-badge";
import { NearestHelp } from "@/components/guide/services/nearest-help";
import { VoucherLines } from "@/components/partners/downloads/voucher-line";
import { SectionHead } from "@/components/ui/section-head";
import { getCapital } from "@/lib/guide/cities/queries";
import { listClubs } from "@/lib/guide/clubs/queries";
import { listUpcomingEvents } from "@/lib/events/events/queries";
import { listPhotoPoints } from "@/lib/guide/photo-points/queries";
import { brazilianDay } from "@/lib/platform/dates";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { listCategories, listNearestHelp, listServicePins } from "@/lib/guide/services/queries";
import { offeredCategories, servicesPath } from "@/lib/guide/services/rules";
import { listStateContacts } from "@/lib/geo/states/queries";
import type { State } from "@/lib/geo/states/rules";
import { listVouchers } from "@/lib/partners/downloads/queries";
import { vouchersPath } from "@/lib/partners/downloads/rules";

type Props = { uf: string; state: State };

/** As many cards as fit in one row of a wide screen. */
const SHOWN = 3;

export async function StatePhotoPoints({ uf, state }: Props) {
  const t = await getTranslations("geo/states.state");
  const points = await listPhotoPoints(state.abbr);
  const all = {
    label: t("allPhotos", { count: points.length }),
    href: localePath(await getLocale(), `/${uf}/pontos-fotograficos`),
  };
  return <CityPhotos title={t("photos")} points={points.slice(0, SHOWN)} all={all} />;
}

/** The categories of places in a state, with counts. */
export async function StateServices({ uf, state }: Props) {
  const t = await getTranslations("geo/states.state");
  const locale = await getLocale();
  const [categories, services] = await Promise.all([listCategories(), listServicePins(state.abbr)]);
  const counted = offeredCategories(categories, services);
  const all = localePath(locale, servicesPath(uf));
  return (
    <Section title={t("services")} all={{ label: t("allServices", { count: services.length }), href: all }}>
      <p className="mt-1 text-muted">{t(counted.length > 0 ? "servicesLead" : "noServices")}</p>
      <ul className="mt-4 grid gap-2 empty:hidden sm:grid-cols-2 lg:grid-cols-4">
        {counted.map(({ category, count }) => (
          <li key={category.key}>
            <a
              href={`${all}?categoria=${category.key}`}
              className="flex min-h-14 items-center gap-3 rounded-xl border-2 border-line bg-surface p-2 hover:border-faixa"
            >
              <CategoryBadge category={category} className="size-10" />
              <span className="min-w-0 grow wrap-anywhere">{translated(category, "name", locale).text}</span>
              <span className="tabular px-1 font-display text-xl text-muted">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Help near the capital of a state. */
export async function StateHelp({ uf, state }: Props) {
  const [capital, contacts] = await Promise.all([getCapital(state.abbr), listStateContacts(state.abbr)]);
  return (
    capital && <NearestHelp uf={uf} town={capital.name} help={await listNearestHelp([capital])} contacts={contacts} />
  );
}

/** The next events of a state, or a sentence that there is none. */
export async function StateEvents({ state }: { state: State }) {
  const t = await getTranslations("events/events.next");
  return (
    <NextEvents
      title={t("titleState", { state: state.name })}
      events={await listUpcomingEvents({ state: state.abbr, limit: SHOWN })}
      state={state}
      empty={t("emptyState", { state: state.name })}
    />
  );
}

export async function StateClubs({ uf, state }: Props) {
  const t = await getTranslations("geo/states.state");
  const clubs = await listClubs(state.abbr);
  if (clubs.length === 0) return null;
  return (
    <Section
      title={t("clubs")}
      all={{
        label: t("allClubs", { count: clubs.length }),
        href: localePath(await getLocale(), `/${uf}/clubes-parceiros`),
      }}
    >
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {clubs.slice(0, SHOWN).map((club) => (
          <li key={club.id}>
            <ClubCard club={club} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The vouchers of a state that end first; nothing while there are none. */
export async function StateVouchers({ uf, state }: Props) {
  const t = await getTranslations("partners/downloads.along");
  const vouchers = await listVouchers(state.abbr);
  if (vouchers.length === 0) return null;
  return (
    <Section
      title={t("state")}
      all={{ label: t("all", { count: vouchers.length }), href: localePath(await getLocale(), vouchersPath(uf)) }}
    >
      <div className="mt-4">
        <VoucherLines vouchers={vouchers.slice(0, SHOWN)} today={brazilianDay(Date.now())} />
      </div>
    </Section>
  );
}

function Section({
  title,
  all,
  children,
}: {
  title: string;
  all: { label: string; href: string };
  children: ReactNode;
}) {
  return (
    <section className="page mt-14">
      <SectionHead more={all}>
        <h2 className="display-2">{title}</h2>
      </SectionHead>
      {children}
    </section>
  );
}
