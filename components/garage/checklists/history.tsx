"use client";

import { useRouter } from "next/navigation";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { buttonClass } from "@/components/ui/button-class";
import { formatDate, formatMoment, formatNumber } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { setChecklistDeletedAction } from "@/lib/garage/checklists/actions";
import type { ListedChecklist } from "@/lib/garage/checklists/queries";
import { checklistPath } from "@/lib/garage/checklists/rules";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { fill } from "../../ui/fill";
import { ResultText } from "./result-text";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  history: readonly ListedChecklist[];
  vehicle: string;
  canEdit: boolean;
  locale: Locale;
};

/** Checklists of a car with their results, and the choice of two to compare. */
export function History({ history, vehicle, canEdit, locale }: Props) {
  const texts = useChecklistTexts();
  const router = useRouter();
  const setDeleted = async (id: string, isDeleted: boolean) => {
    const answer = await setChecklistDeletedAction({ id, isDeleted }).catch(() => null);
    if (answer?.data?.outcome !== "saved") return notify({ code: "unexpected", variant: "destructive" });
    router.refresh();
    if (isDeleted)
      notify({
        code: "checklist.removed",
        durationMs: ACTION_MS,
        action: { label: "undo", run: () => void setDeleted(id, false) },
      });
  };
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl">{texts.history.title}</h2>
      {history.length === 0 && <p className="text-muted">{texts.history.none}</p>}
      <ul className="grid gap-2">
        {history.map((one) => (
          <li
            key={one.id}
            className="grid gap-1 rounded-xl border-2 border-line bg-surface p-3 sm:grid-cols-[1fr_auto]"
          >
            <Row one={one} locale={locale} />
            <p className="flex flex-wrap items-center gap-4 print:hidden">
              <a
                href={`${localePath(locale, checklistPath(one.id))}/pdf`}
                aria-label={`${texts.history.pdf}: ${one.title}`}
                className="inline-flex min-h-11 items-center underline"
              >
                {texts.history.pdf}
              </a>
              {canEdit && (
                <button
                  type="button"
                  aria-label={`${texts.history.remove}: ${one.title}`}
                  className="min-h-11 underline"
                  onClick={() => void setDeleted(one.id, true)}
                >
                  {texts.history.remove}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {history.length > 1 && <Compare history={history} vehicle={vehicle} locale={locale} />}
    </section>
  );
}

const dayOf = ({ signed_on, started_at }: ListedChecklist, locale: Locale) =>
  signed_on ? formatDate(signed_on, locale) : formatMoment(started_at, locale);

function Row({ one, locale }: Pick<Props, "locale"> & { one: ListedChecklist }) {
  const texts = useChecklistTexts();
  return (
    <div className="grid gap-0.5">
      {/* Loads the page, because it must open without a connection. */}
      <a
        href={localePath(locale, checklistPath(one.id))}
        className="inline-flex min-h-11 items-center text-lg underline"
      >
        {one.title}
        {one.revision > 1 && `, ${fill(texts.history.revision, { revision: one.revision })}`}
      </a>
      <ResultText result={one.result} counts={one.counts} />
      <span className="text-sm text-muted">
        {dayOf(one, locale)}
        {one.signed_km !== null && ` · ${fill(texts.history.km, { km: formatNumber(one.signed_km, locale) })}`}
      </span>
    </div>
  );
}

function Compare({ history, vehicle, locale }: Omit<Props, "canEdit">) {
  const texts = useChecklistTexts();
  const select = (name: "a" | "b", label: string, chosen: string | undefined) => (
    <label className="grid min-w-0 gap-1">
      {label}
      <select
        name={name}
        defaultValue={chosen}
        className="h-14 min-w-0 rounded-lg border-2 border-line bg-background px-3"
      >
        {history.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}, {dayOf(one, locale)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form
      action={localePath(locale, vehiclePath(vehicle, "checklists"))}
      className="grid items-end gap-3 rounded-2xl border-2 border-line p-4 sm:grid-cols-[1fr_1fr_auto] print:hidden"
    >
      <h3 className="text-xl sm:col-span-3">{texts.history.compare}</h3>
      {select("a", texts.history.first, history[1]?.id)}
      {select("b", texts.history.second, history[0]?.id)}
      <button type="submit" className={buttonClass({ className: "min-h-14 justify-center" })}>
        {texts.history.show}
      </button>
    </form>
  );
}
