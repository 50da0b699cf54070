import { Printer } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { formatDate, formatNumber } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { reopenChecklistAction } from "@/lib/garage/checklists/actions";
import type { DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import { checklistPath, resultOf } from "@/lib/garage/checklists/rules";
import type { StoredItem } from "@/lib/garage/checklists/schema";
import { fill } from "../../ui/fill";
import { ResultText } from "./result-text";
import type { Checklist } from "./use-checklist";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  checklist: Checklist;
  device: DeviceChecklist;
  items: readonly StoredItem[];
  locale: Locale;
};

/** The result of a signed checklist, its PDF, and the way to a new version. */
export function FinishedChecklist({ checklist, device, items, locale }: Props) {
  const texts = useChecklistTexts();
  const { list, finish } = device;
  const [failed, setFailed] = useState(false);
  const [on, km] = finish ? [finish.on, finish.km] : [list.signed_on, list.signed_km];
  const reopen = async () => {
    setFailed(false);
    const answer = await reopenChecklistAction({ id: list.id, newId: crypto.randomUUID() }).catch(() => null);
    if (answer?.data?.outcome === "saved") location.assign(localePath(locale, checklistPath(answer.data.id)));
    else setFailed(true);
  };
  return (
    <section className="grid gap-3 rounded-2xl border-2 border-line bg-surface p-4">
      <p className="text-2xl">
        <ResultText result={finish ? resultOf(items) : list.result} items={items} />
      </p>
      {on && (
        <p>
          {fill(texts.run.signedOn, { date: formatDate(on, locale, { dateStyle: "long" }) })}
          {km !== null && ` · ${fill(texts.run.signedKm, { km: formatNumber(km, locale) })}`}
        </p>
      )}
      {finish && <p role="status">{texts.run.waitingSign}</p>}
      <div className="flex flex-wrap gap-2 print:hidden">
        {!finish && (
          <a
            href={`${localePath(locale, checklistPath(list.id))}/pdf`}
            className={buttonClass({ className: "min-h-14" })}
          >
            {texts.run.pdf}
          </a>
        )}
        <Button variant="outline" className="h-14" onClick={() => window.print()}>
          <Icon of={Printer} />
          {texts.run.print}
        </Button>
        {!finish && device.canEdit && !list.next_id && (
          <Button variant="outline" className="h-auto min-h-14 whitespace-normal" onClick={() => void reopen()}>
            {texts.run.reopen}
          </Button>
        )}
      </div>
      {failed && <p role="alert">{texts.run.reopenFailed}</p>}
      <Versions list={list} locale={locale} />
      {checklist.photos.length > 0 && <p role="status">{texts.run.stored}</p>}
    </section>
  );
}

function Versions({ list, locale }: Pick<Props, "locale"> & { list: DeviceChecklist["list"] }) {
  const texts = useChecklistTexts();
  const links = [
    [list.previous_id, texts.run.earlier],
    [list.next_id, texts.run.later],
  ] as const;
  return links.map(
    ([id, label]) =>
      id && (
        <a key={id} href={localePath(locale, checklistPath(id))} className="min-h-11 underline print:hidden">
          {label}
        </a>
      ),
  );
}
