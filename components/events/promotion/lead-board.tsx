import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { LeadColumn } from "@/lib/events/promotion/leads/queries";
import { dueState } from "@/lib/events/promotion/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

type Props = { columns: readonly LeadColumn[]; now: Date };

/** Leads by stage, those to contact first at the top; the list below has all of them. */
export async function LeadBoard({ columns, now }: Props) {
  const t = await getTranslations("events/promotion");
  const locale = await getLocale();
  const base = localePath(locale, panelPath("event_prospecting"));
  return (
    <section aria-labelledby="etapas" className="grid gap-3">
      <h2 id="etapas" className="text-2xl">
        {t("board.title")}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-5">
        {columns.map(({ stage, leads, total }) => (
          <section key={stage} className="grid content-start gap-2 rounded-xl border border-line bg-surface p-3">
            <h3 className="flex justify-between gap-2 text-xl">
              {t(`stage.${stage}`)} <span className="text-muted tabular">{total}</span>
            </h3>
            {leads.length === 0 && <p className="text-sm text-muted">{t("board.empty")}</p>}
            <ul className="grid gap-2">
              {leads.map((lead) => (
                <li key={lead.id} className="border-l-4 border-line pl-2">
                  <Link
                    href={localePath(locale, panelPath("event_prospecting", lead.id))}
                    className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 wrap-anywhere hover:underline"
                  >
                    {lead.name}
                  </Link>
                  {stage === "won" || stage === "lost" || <Due day={lead.next_contact_on} today={brazilianDay(now)} />}
                </li>
              ))}
            </ul>
            {total > leads.length && (
              <Link href={`${base}?stage=${stage}`} className="inline-flex min-h-11 items-center text-link underline">
                {t("board.all", { count: total })}
              </Link>
            )}
          </section>
        ))}
      </div>
    </section>
  );
}

async function Due({ day, today }: { day: string | null; today: string }) {
  const t = await getTranslations("events/promotion.board");
  const locale = await getLocale();
  const state = dueState(day, today);
  const text = { day: day ? formatDate(day, locale, { dateStyle: "medium" }) : "" };
  return <p className={`text-sm ${state === "late" ? "text-danger" : "text-muted"}`}>{t(state, text)}</p>;
}
