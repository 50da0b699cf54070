import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { KeepLogPage } from "@/components/garage/entries/keep-log-page";
import { Garage } from "@/components/garage/vehicles/garage";
import { ReadOnlyNotice } from "@/components/garage/vehicles/read-only-notice";
import { StateLog } from "@/components/garage/vehicles/state-log";
import { requireAccount } from "@/lib/platform/auth/guard";
import { brazilianDay } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { PLANNER_PATH, tripPath } from "@/lib/travel/saved-trips/rules";
import { stateSegment, type State } from "@/lib/geo/states/rules";
import { ADD_ENTRY_PATH } from "@/lib/garage/entries/rules";
import { listDue } from "@/lib/garage/vehicles/documents/queries";
import { listOwnerNames } from "@/lib/garage/sharing/queries";
import { listDeletedVehicles, listVehicles, readStateLog } from "@/lib/garage/vehicles/queries";

/** The garage; with a state also the trips that begin there and what was noted on them. */
export async function GaragePage({ path, state }: { path: string; state: State | null }) {
  const account = await requireAccount(path);
  const [client, locale, t] = [
    await createSessionClient(),
    await getLocale(),
    await getTranslations("garage/vehicles"),
  ];
  const [vehicles, deleted, due, owners, log] = await Promise.all([
    listVehicles(client, account.id),
    listDeletedVehicles(client, account.id),
    listDue(client, account.id),
    listOwnerNames(client),
    state && readStateLog(client, account.id, state.abbr),
  ]);
  return (
    <main id="conteudo" className="page grid content-start gap-6 py-8">
      <header>
        <h1 className="display-1">{state ? t("state.title", { state: state.name }) : t("title")}</h1>
        <p className="mt-2 text-lg text-muted">{state ? t("state.lead", { state: state.name }) : t("lead")}</p>
        {vehicles.some(({ role }) => role !== "viewer") && (
          <a href={localePath(locale, ADD_ENTRY_PATH)} className={buttonClass({ className: "mt-4 w-fit" })}>
            {t("addEntry")}
          </a>
        )}
        <KeepLogPage />
      </header>
      <ReadOnlyNotice />
      {state && log && (
        <StateLog
          state={state.name}
          log={log}
          names={new Map(vehicles.map(({ id, nickname }) => [id, nickname]))}
          paths={{ planner: `/${stateSegment(state.abbr)}${PLANNER_PATH}`, trip: tripPath }}
        />
      )}
      <Garage vehicles={vehicles} deleted={deleted} due={due} owners={owners} today={brazilianDay(Date.now())} />
    </main>
  );
}
