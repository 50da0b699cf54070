import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { eventMoment } from "@/lib/events/events/rules";
import { removePassAction } from "@/lib/events/rally/editing/actions";
import type { RallyConsole } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";
import { rallyFormTexts } from "./form-texts";
import { RallyForm } from "./rally-form";
import { TapBoard } from "./tap-board";

/** Where marshals record the cars that pass a control, and the taps so far. */
export async function PassBoard({ rally, timeZone }: { rally: RallyConsole; timeZone: string }) {
  const [t, locale, texts] = [await getTranslations("events/rally.tap"), await getLocale(), await rallyFormTexts()];
  const {
    "events/rally": { tap },
  } = await getMessages();
  const labels = rally.stages.flatMap((stage) =>
    stage.controls.map((control, index) => ({
      id: control.id,
      label: t("controlName", {
        stage: stage.name,
        number: index + 1,
        km: formatNumber(control.metres / 1000, locale, { minimumFractionDigits: 3 }),
        kind: t(`kindOf.${control.kind}`),
      }),
    })),
  );
  const crews = rally.crews
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ id, number, car, name }) => ({
      id,
      number,
      label: car || name || "",
      passed: rally.taps.filter(({ crew }) => crew === id).map(({ control }) => control),
    }));
  const numberOf = (crew: string) => rally.crews.find(({ id }) => id === crew)?.number ?? 0;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {labels.length === 0 || crews.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <TapBoard
          controls={labels}
          crews={crews}
          texts={tap}
          outcome={texts.outcome}
          timeZone={timeZone}
          locale={locale}
        />
      )}
      <DataTable
        caption={t("taps")}
        heads={[t("car"), t("control"), t("at"), t("by"), t("remove")]}
        rows={rally.taps.map((one) => ({
          id: one.id,
          cells: [
            numberOf(one.crew),
            labels.find(({ id }) => id === one.control)?.label,
            eventMoment(one.passed_at, timeZone, locale, { timeStyle: "medium" }),
            one.by ?? "–",
            <RallyForm
              key="remove"
              action={removePassAction}
              label={t("remove")}
              texts={texts}
              hidden={{ pass: one.id }}
              confirm={t("removeConfirm", { number: numberOf(one.crew) })}
              variant="outline"
            />,
          ],
        }))}
        empty={t("noTaps")}
      />
    </SystemSection>
  );
}
