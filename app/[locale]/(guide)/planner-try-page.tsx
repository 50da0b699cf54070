import { getLocale, getTranslations } from "next-intl/server";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { TripPlanner } from "@/components/travel/trips/trip-planner";
import { SignPlate } from "@/components/ui/sign-plate";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { stateSegment, type State } from "@/lib/geo/states/rules";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

const plannerPath = (state: State | null) => `${state ? `/${stateSegment(state.abbr)}` : ""}/planejador-rota`;

export async function plannerTryMetadata(state: State | null) {
  const [t, locale] = await Promise.all([getTranslations("travel/trips.try"), getLocale()]);
  return pageMetadata({
    locale,
    path: `${plannerPath(state)}/experimentar`,
    title: state ? t("metaTitleState", { state: state.name }) : t("metaTitle"),
    description: t("metaDescription"),
    image: postcardPath("serra", `planejador-${state ? stateSegment(state.abbr) : "brasil"}`, "png"),
  });
}

/** The planner without account: static HTML, the plan stays on the device until it is saved after sign-in. */
export async function PlannerTryPage({ state }: { state: State | null }) {
  const [t, locale] = await Promise.all([getTranslations("travel/trips.try"), getLocale()]);
  const to = (path: string) => localePath(locale, path);
  const next = to(plannerPath(state));
  return (
    <main id="conteudo" className="pb-6">
      <PageCrumbs state={state} crumbs={[{ name: t("title"), path: `${plannerPath(state)}/experimentar` }]} />
      <div data-at-once className="page grid content-start gap-5">
        <header>
          <SignPlate kind="route" className="w-fit max-w-full">
            <h1 className="display-2 px-1">{t("title")}</h1>
          </SignPlate>
          <p className="mt-3 max-w-3xl text-lg">{t("lead")}</p>
          <noscript>
            <p className="mt-2 font-semibold">{t("noscript")}</p>
          </noscript>
        </header>
        <TripPlanner
          initial={null}
          draftKey="new"
          stateAbbr={state?.abbr ?? null}
          save={null}
          signInPath={`${to("/login")}?next=${encodeURIComponent(next)}`}
        />
      </div>
    </main>
  );
}
