import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import { askAttendanceAction, freeDeclinedPlacesAction, promoteWaitingListAction } from "@/lib/events/panel/actions";
import type { PanelEvent, Totals } from "@/lib/events/panel/queries";
import { formatNumber } from "@/lib/platform/format";
import { CountForm } from "./count-form";
import { ATTENDANCE_ANSWERS } from "@/lib/platform/supabase/database-constants/events";

type Props = { event: PanelEvent; totals: Totals };

/** Answers by kind, the next batch of questions, the places to free and the waiting list. */
export async function ConfirmationRound({ event, totals }: Props) {
  const t = await getTranslations("events/panel");
  const declined = totals
    .filter(({ status, attending }) => status === "confirmed" && attending === "no")
    .reduce((sum, { registrations }) => sum + registrations, 0);
  return (
    <>
      <Answers event={event} totals={totals} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <SystemSection title={t("round.ask")} lead={t("round.askLead")}>
          <CountForm
            action={askAttendanceAction}
            hidden={{ event: event.id }}
            label={t("round.send")}
            done={t("round.sent")}
          >
            <LabelledSelect
              name="type"
              label={t("filter.type")}
              options={event.event_registration_types.map(({ id, name }) => [id, name])}
              all={t("filter.all")}
            />
            <LabelledInput
              label={t("round.batch")}
              name="count"
              type="number"
              min={1}
              max={500}
              defaultValue={200}
              required
              width="w-28"
            />
          </CountForm>
        </SystemSection>
        <SystemSection title={t("round.free")} lead={t("round.freeLead", { count: declined })}>
          <CountForm
            action={freeDeclinedPlacesAction}
            hidden={{ event: event.id }}
            label={t("round.freeRun")}
            done={t("round.freed")}
            confirm={t("round.freeConfirm", { count: declined })}
            variant="danger"
            disabled={declined === 0}
          >
            <LabelledInput label={t("bulk.reasonOptional")} className="grow" name="reason" maxLength={500} />
          </CountForm>
        </SystemSection>
        <WaitingLists event={event} totals={totals} />
      </div>
    </>
  );
}

async function Answers({ event, totals }: Props) {
  const [t, locale] = [await getTranslations("events/panel"), await getLocale()];
  const rows = event.event_registration_types.map(({ id, name }) => ({
    id,
    cells: [
      <strong key="name">{name}</strong>,
      ...ATTENDANCE_ANSWERS.map((answer) => {
        const found = totals.find(
          (one) => one.type_id === id && one.status === "confirmed" && one.attending === answer,
        );
        return (
          <span key={answer} className="tabular">
            {t("round.count", {
              registrations: formatNumber(found?.registrations ?? 0, locale),
              places: formatNumber(found?.places ?? 0, locale),
            })}
          </span>
        );
      }),
    ],
  }));
  const heads = [t("filter.type"), ...ATTENDANCE_ANSWERS.map((answer) => t(`attending.${answer}`))];
  return <DataTable caption={t("round.answers")} heads={heads} rows={rows} empty={t("totals.empty")} />;
}

async function WaitingLists({ event, totals }: Props) {
  const t = await getTranslations("events/panel.round");
  const waiting = event.event_registration_types.flatMap((type) => {
    const found = totals.filter(({ type_id, status }) => type_id === type.id && status === "waitlisted");
    const count = found.reduce((sum, { registrations }) => sum + registrations, 0);
    return count > 0 ? [{ ...type, count, free: type.capacity === null ? null : type.capacity - type.taken }] : [];
  });
  return (
    <SystemSection title={t("waiting")} lead={t("waitingLead")}>
      {waiting.length === 0 && <p className="text-muted">{t("nobodyWaits")}</p>}
      {waiting.map(({ id, name, count, free }) => (
        <div key={id} className="grid gap-2 border-t border-line pt-3 first-of-type:border-0">
          <p>
            <strong>{name}</strong>{" "}
            <span className="text-muted">
              {free === null ? t("waits", { count }) : t("waitsFree", { count, free: Math.max(free, 0) })}
            </span>
          </p>
          <CountForm
            action={promoteWaitingListAction}
            hidden={{ type: id }}
            label={t("promote")}
            done={t("promoted")}
            variant="outline"
          />
        </div>
      ))}
    </SystemSection>
  );
}
