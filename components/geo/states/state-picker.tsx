import { Undo2 } from "lucide";
import { buttonClass } from "@/components/ui/button-class";
import { ScriptText } from "@/components/ui/script-text";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { BrazilMap } from "../map/brazil";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment, type StateAbbr } from "@/lib/geo/states/rules";
import { LocateButton } from "./locate-button";
import { StateSearch } from "./state-search";
import { MACRO_REGIONS } from "@/lib/platform/supabase/database-constants/geo";

const LIST_ID = "state-list";

/** The state picker: the country as a map and as a searchable list by macro-region. */
export async function StatePicker({
  counts,
  googleMapsKey,
}: {
  counts: Partial<Record<StateAbbr, number>>;
  googleMapsKey?: string;
}) {
  const t = await getTranslations("geo/states");
  const locale = await getLocale();
  const states = STATES.map(({ abbr, name, region }) => {
    const count = counts[abbr] ?? 0;
    return {
      abbr,
      name,
      region,
      count,
      countLabel: t("home.routeCount", { count }),
      href: localePath(locale, `/${stateSegment(abbr)}/home`),
    };
  });
  return (
    <section
      id="estados"
      className="page grid scroll-mt-20 gap-x-6 gap-y-4 lg:grid-cols-2"
      aria-label={t("home.chooseRoute")}
    >
      <div className="flex flex-wrap items-end gap-3 lg:col-start-2">
        <StateSearch
          listId={LIST_ID}
          labels={{ search: t("home.search"), hint: t("home.searchHint"), none: t("home.noState") }}
        />
        <LocateButton
          labels={{ locate: t("home.locate"), locating: t("home.locating"), failed: t("home.locateFailed") }}
          locale={locale}
          googleMapsKey={googleMapsKey}
        />
        {/* 'Voltar para Santa Catarina': the page script fills in the last state viewed on this device. */}
        <a
          href={localePath(locale, "/home")}
          data-last-state={t.raw("home.back") as string}
          hidden
          suppressHydrationWarning
          className={buttonClass({ size: "round", className: "h-11 [&[hidden]]:hidden" })}
        >
          <Icon of={Undo2} className="size-5" />
          <ScriptText />
        </a>
      </div>
      <div className="lg:sticky lg:top-20 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start">
        <BrazilMap title={t("home.mapTitle")} states={states} />
      </div>
      <div id={LIST_ID} className="grid content-start gap-4 lg:col-start-2">
        {MACRO_REGIONS.map((region) => (
          <div key={region} data-group>
            <h2 className="text-lg text-muted">{t(`macro.${region}`)}</h2>
            <ul className="mt-1 grid grid-cols-2 gap-1.5 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3">
              {states
                .filter((state) => state.region === region)
                .map(({ abbr, name, href, countLabel }) => (
                  <li key={abbr} data-name={`${name} ${abbr}`} data-state-name={name}>
                    <Link
                      href={href}
                      className="flex min-h-12 items-center gap-2.5 rounded-xl border border-line bg-surface px-2.5 py-1.5 hover:border-faixa hover:bg-raised"
                    >
                      <img
                        src={`/flags/${stateSegment(abbr)}.svg`}
                        alt=""
                        width={30}
                        height={21}
                        loading="lazy"
                        className="shrink-0 rounded-[3px]"
                      />
                      <span className="leading-tight">
                        {name}
                        <span className="block text-xs text-muted">{countLabel}</span>
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
