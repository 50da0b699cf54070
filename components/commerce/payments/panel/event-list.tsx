import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import { formatMoney } from "@/lib/platform/format";
import type { listInconsistencies, listEvents } from "@/lib/commerce/payments/panel/queries";

type Events = Awaited<ReturnType<typeof listEvents>>["events"];
type Inconsistencies = Awaited<ReturnType<typeof listInconsistencies>>;

const GOOD = ["paid", "refunded", "dispute_won"];
const BAD = ["unknown", "amount_mismatch", "unhandled", "other_mode", "disputed", "dispute_lost", "refund_failed"];

/** Events of the payment provider, and the inconsistencies in them. */
export async function EventList({ events, inconsistencies }: { events: Events; inconsistencies: Inconsistencies }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel"), await getLocale()];
  const outcome = (key: string) =>
    t.has(`events.outcome.${key as "paid"}`) ? t(`events.outcome.${key as "paid"}`) : key;
  const kind = (type: string) => {
    const key = `events.type.${type.replaceAll(".", "_") as "charge_refunded"}` as const;
    return t.has(key) ? t(key) : type;
  };
  const rows = events.map((event) => ({
    id: event.id,
    cells: [
      <Stamp key="at" at={event.happened_at ?? event.created_at} locale={locale} />,
      kind(event.type),
      <StateMark
        key="outcome"
        look={GOOD.includes(event.outcome) ? "good" : BAD.includes(event.outcome) ? "bad" : "none"}
      >
        {outcome(event.outcome)}
      </StateMark>,
      <span key="id" className="font-mono text-sm">
        {event.event_id}
      </span>,
    ],
  }));
  const heads = (["date", "type", "outcome", "object"] as const).map((name) => t(`column.${name}`));
  const lines = [
    ...inconsistencies.unexplained.map(
      ({ id, type, outcome: key, event_id }) =>
        [id, t("inconsistencies.unexplained", { type: kind(type), outcome: outcome(key), id: event_id })] as const,
    ),
    ...inconsistencies.unclosed.map(
      ({ id, amount_cents }) =>
        [id, t("inconsistencies.unclosed", { amount: formatMoney(amount_cents, locale), id })] as const,
    ),
  ];
  return (
    <>
      <SystemSection title={t("inconsistencies.title")}>
        {lines.length === 0 ? (
          <p className="text-muted">{t("inconsistencies.none")}</p>
        ) : (
          <ul className="grid gap-2">
            {lines.map(([id, text]) => (
              <li key={id} className="border-l-4 border-danger pl-3 wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        )}
      </SystemSection>
      <SystemSection title={t("events.title")} lead={t("events.lead")}>
        <DataTable caption={t("events.title")} heads={heads} rows={rows} empty={t("events.empty")} />
      </SystemSection>
    </>
  );
}
