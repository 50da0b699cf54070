import { BellRing } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { STATES, type StateAbbr } from "@/lib/geo/states/rules";

type Props = {
  /** A state, an event, the editions of a series, an event or its series as the visitor chooses; null: a state that the visitor chooses. */
  subject: { state_abbr: StateAbbr } | { event_id: string; series_id?: string } | { series_id: string } | null;
  title: string;
  lead: string;
};

/** Asks for an address to which news about events is mailed; a plain form, so that static pages need no script for it. */
export async function FollowForm({ subject, title, lead }: Props) {
  const t = await getTranslations("events/follows.form");
  const subjects = Object.entries(subject ?? {});
  const [[name, value] = []] = subjects.length === 1 ? subjects : [];
  return (
    <section
      id="me-avise"
      className="mt-10 max-w-3xl scroll-mt-20 rounded-2xl border-2 border-line bg-surface p-5"
      data-print="hide"
    >
      <h2 className="flex items-center gap-2 text-2xl">
        <Icon of={BellRing} className="size-6 shrink-0 text-rota-text" /> {title}
      </h2>
      <p className="mt-1 text-muted">{lead}</p>
      <form method="post" action="/api/event-follows" className="mt-4 flex flex-wrap items-end gap-3">
        <input type="hidden" name="locale" value={await getLocale()} />
        {name && <input type="hidden" name={name} value={value} />}
        <input type="text" name="homepage" tabIndex={-1} autoComplete="off" aria-hidden="true" className="hidden" />
        {!subject && (
          <label className="grid w-full gap-1 font-semibold sm:w-56">
            {t("state")}
            <select name="state_abbr" required defaultValue="" className={controlClass}>
              <option value="">{t("chooseState")}</option>
              {STATES.map(({ abbr, name: state }) => (
                <option key={abbr} value={abbr}>
                  {state}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="grid min-w-0 grow basis-64 gap-1 font-semibold">
          {t("email")}
          <input type="email" name="email" required maxLength={254} autoComplete="email" className={controlClass} />
        </label>
        {subjects.length > 1 ? (
          subjects.map(([field, id], index) => (
            <button
              key={field}
              type="submit"
              name={field}
              value={id}
              className={buttonClass({
                look: index === 0 ? "primary" : "outline",
                className: "w-full justify-center sm:w-auto",
              })}
            >
              {t(field === "event_id" ? "submitEvent" : "submitSeries")}
            </button>
          ))
        ) : (
          <button
            type="submit"
            className={buttonClass({ look: "primary", className: "w-full justify-center sm:w-auto" })}
          >
            {t("submit")}
          </button>
        )}
      </form>
      <p className="mt-3 text-sm text-muted">{t("privacy")}</p>
    </section>
  );
}
