import { getLocale, getTranslations } from "next-intl/server";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { FactList } from "@/components/ui/fact-list";
import { Markdown } from "@/components/ui/markdown";
import type { PublicEvent } from "@/lib/events/events/queries";
import { dayIn } from "@/lib/platform/dates";
import { formatNumber } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";

/** Description, rules and facts that exhibitors need before they set out. */
export async function EventRules({ event }: { event: PublicEvent }) {
  const t = await getTranslations("events/events.page");
  const layout = await getTranslations("site/layout.content");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const [description, rules, access, item] = (["description", "rules", "access_notes", "solidarity_item"] as const).map(
    (field) => translated(event, field, locale),
  );
  const year = Number(dayIn(event.starts_at, event.time_zone).slice(0, 4));
  const rows = [
    event.min_vehicle_age !== null && [
      t("minAge"),
      t("minAgeValue", { years: event.min_vehicle_age, year: String(year - event.min_vehicle_age) }),
    ],
    item?.text && [t("solidarity"), item.text],
    event.capacity !== null && [t("capacity"), t("capacityValue", { count: formatNumber(event.capacity, locale) })],
    access?.text && [t("access"), access.text],
  ].filter((row): row is [string, string] => Array.isArray(row));
  return (
    <>
      {description?.text && (
        <section className="mt-8 max-w-3xl text-lg">
          <Markdown text={description.text} to={to} ids={false} />
          <FallbackMark label={layout("fallback")} show={description.fallback} />
        </section>
      )}
      {(rows.length > 0 || rules?.text) && (
        <section className="mt-10 max-w-3xl">
          <h2 className="display-2 mb-3">{t("rules")}</h2>
          <FactList rows={rows} />
          {rules?.text && (
            <div className="mt-4">
              <Markdown text={rules.text} headingLevel={3} to={to} ids={false} />
              <FallbackMark label={layout("fallback")} show={rules.fallback} />
            </div>
          )}
        </section>
      )}
    </>
  );
}
