import { getLocale, getTranslations } from "next-intl/server";
import { Stamp } from "./stamp";

type Entry = {
  id: number;
  action: string;
  actor: string | null;
  entity_id: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  created_at: string;
};

const shown = (value: unknown) =>
  value && typeof value === "object"
    ? Object.entries(value)
        .map(([name, one]) => `${name}: ${typeof one === "string" ? one : JSON.stringify(one)}`)
        .join(", ")
    : "—";

/** Who changed what and when. */
export async function HistoryList({ entries }: { entries: readonly Entry[] }) {
  const t = await getTranslations("panel/system.history");
  const locale = await getLocale();
  if (entries.length === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <ol className="grid gap-2">
      {entries.map(({ id, action, actor, entity_id, before, after, reason, created_at }) => (
        <li key={id} className="border-l-4 border-line pl-3 text-[0.95rem] wrap-anywhere">
          <strong>{actor ?? t("server")}</strong> · <Stamp at={created_at} locale={locale} /> · {entity_id}
          {(action === "mfa_reset" || action === "merge") && <span> · {t(action)}</span>}
          {reason && <span> · {reason}</span>}
          {before || after ? (
            <>
              <br />
              <del className="text-muted">{before ? shown(before) : ""}</del> {action === "delete" ? "" : shown(after)}
            </>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
