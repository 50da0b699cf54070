import { getLocale, getTranslations } from "next-intl/server";
import { ClubCard, clubData } from "@/components/guide/clubs/club-card";
import { ClubMap } from "@/components/guide/clubs/club-map";
import { NextEvents } from "@/components/events/events/next-events";
import { countBy, facetGroup, filterLabels } from "@/components/geo/search/filter-labels";
import { CallToAction } from "@/components/ui/call-to-action";
import { ListFilterForm } from "@/components/geo/search/list-filter-form";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { Checkbox } from "@/components/ui/checkbox";
import { itemList } from "@/components/ui/item-list";
import { ListPage } from "./list-page";
import { listClubs, type Club } from "@/lib/guide/clubs/queries";
import { listClubEvents } from "@/lib/events/events/queries";
import { makesOfClubs } from "@/lib/guide/clubs/rules";
import { env } from "@/lib/platform/env";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment, type State } from "@/lib/geo/states/rules";

const pathOf = (state: State | null) => (state ? `/${stateSegment(state.abbr)}/clubes-parceiros` : "/clubes-parceiros");

/** Title, description and address of the directory of a state, or of the country. */
export async function clubDirectoryMetadata(state: State | null) {
  const t = await getTranslations("guide/clubs");
  const count = (await listClubs(state?.abbr ?? null)).length;
  return pageMetadata({
    locale: await getLocale(),
    path: pathOf(state),
    title: state ? t("metaTitle", { state: state.name }) : t("metaTitleCountry"),
    description: state ? t("metaDescription", { state: state.name, count }) : t("metaDescriptionCountry", { count }),
    image: postcardPath("cidade-historica", `clubes-${state ? stateSegment(state.abbr) : "brasil"}`, "png"),
  });
}

/** The clubs of a state, or of the country, on a map of towns and as a list that a client component filters. */
export async function ClubDirectory({ state }: { state: State | null }) {
  const t = await getTranslations("guide/clubs");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const clubs = await listClubs(state?.abbr ?? null);
  const to = (path: string) => localePath(locale, path);
  const title = state ? t("title", { state: state.name }) : t("titleCountry");
  // A registration belongs to a state, so without one the link leads to the state picker.
  const register = state
    ? { label: t("register"), href: to(`/${stateSegment(state.abbr)}/cadastro?tipo=clube`) }
    : { label: t("chooseState"), href: to("/home#estados") };
  return (
    <ListPage
      state={state}
      crumbs={[{ name: layout("nav.clubs"), path: pathOf(state) }]}
      kind="route"
      title={title}
      lead={t("lead", { count: clubs.length })}
      data={itemList(
        clubs.map((club) => ({
          item: {
            "@type": "Organization",
            name: club.name,
            url: club.website ?? undefined,
            areaServed: club.state_abbr,
            location: club.city?.name,
          },
        })),
        title,
      )}
    >
      {clubs.length > 0 && <Explorer state={state} clubs={clubs} />}
      <ClubEvents state={state} />
      <CallToAction
        title={clubs.length === 0 ? t("emptyTitle") : t("inviteTitle")}
        text={t("invite")}
        actions={[register, ...(state ? [{ label: t("country"), href: to("/clubes-parceiros") }] : [])]}
      />
    </ListPage>
  );
}

/** The next events that clubs of the list publish. */
async function ClubEvents({ state }: { state: State | null }) {
  const t = await getTranslations("events/events.next");
  const events = await listClubEvents(state?.abbr ?? null);
  return <NextEvents title={t("titleClubs")} events={events} state={state} />;
}

async function Explorer({ state, clubs }: { state: State | null; clubs: readonly Club[] }) {
  const t = await getTranslations("guide/clubs");
  const filter = await getTranslations("guide/services.filter");
  const locale = await getLocale();
  const inState = countBy(clubs.map((club) => stateSegment(club.state_abbr as State["abbr"])));
  const states = STATES.map(({ abbr, name }) => ({
    value: stateSegment(abbr),
    label: name,
    count: inState.get(stateSegment(abbr)) ?? 0,
  })).filter(({ count }) => count > 0);
  const makes = makesOfClubs(clubs).map(({ key, name, count }) => ({ value: key, label: name, count }));
  const registerPath = state ? `/${stateSegment(state.abbr)}/cadastro` : "/home";
  return (
    <div className="mt-2 grid items-start gap-x-8 lg:grid-cols-[1.5fr_1fr]">
      {/* Before the list, which would move down when a slow connection brings the map after it. */}
      <div className="mt-6 lg:sticky lg:top-20 lg:col-start-2">
        <ClubMap state={state} clubs={clubs} />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">
        <ListFilterForm
          groups={[
            ...(state ? [] : [facetGroup("estado", "select", { label: t("byState"), any: t("anyState") }, states)]),
            facetGroup("marca", "select", { label: t("byMake"), any: t("anyMake") }, makes),
          ]}
          labels={filterLabels(filter, {
            none: t("none"),
            register: t("register"),
            hint: t("hint"),
          })}
          register={{ href: localePath(locale, registerPath) }}
          googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
        >
          <div data-long-list>
            <ul className="mt-2 grid gap-4 sm:grid-cols-2">
              {clubs.map((club) => (
                <li
                  key={club.id}
                  id={club.slug}
                  className="scroll-mt-20 rounded-2xl target:outline-3 target:outline-faixa"
                  {...clubData(club)}
                >
                  <ClubCard club={club} headingLevel={2} />
                </li>
              ))}
            </ul>
            <label
              className="mt-4 flex min-h-11 items-center gap-3 rounded-xl border-2 border-line px-4 font-semibold"
              data-print="hide"
            >
              <Checkbox />
              {t("showAll", { count: clubs.length })}
            </label>
          </div>
        </ListFilterForm>
      </div>
    </div>
  );
}
