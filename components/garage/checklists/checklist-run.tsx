"use client";

import { ArrowLeft } from "lucide";
import { useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { ProgressBar } from "@/components/ui/progress-bar";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { currentItems, type DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import { NEW_CHECKLIST, progressOf, sectionsOf } from "@/lib/garage/checklists/rules";
import { LOG_PATH, vehiclePath } from "@/lib/garage/vehicles/rules";
import { fill } from "../../ui/fill";
import { FinishForm } from "./finish-form";
import { FinishedChecklist } from "./finished-checklist";
import { RunItem } from "./run-item";
import { RunStatus } from "./run-status";
import { useChecklist, type Checklist } from "./use-checklist";
import { useChecklistTexts } from "./checklist-texts";

type Props = { locale: Locale };

/** The page of every checklist: without a connection it is a copy of another one's page, so its address names the checklist. */
export function ChecklistRun({ locale }: Props) {
  const texts = useChecklistTexts();
  const [id, setId] = useState<string | null>(null);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- the address exists in the browser only
  useEffect(() => setId(location.pathname.split("/").pop() ?? null), []);
  // The cached page opened under its own address has no id.
  const isUnnamed = id === NEW_CHECKLIST;
  const checklist = useChecklist(isUnnamed ? null : id);
  const { device } = checklist;
  const read = isUnnamed ? "unnamed" : checklist.read;
  const isEmpty = !device || (read === "missing" && device.list.id !== id);
  return (
    <div className="mx-auto grid w-full max-w-3xl content-start gap-4 px-4 pb-10 pt-2">
      <a
        href={localePath(locale, device ? vehiclePath(device.list.vehicle_id, "checklists") : LOG_PATH)}
        className="inline-flex min-h-14 items-center gap-2 justify-self-start print:hidden"
      >
        <Icon of={ArrowLeft} className="size-5" />
        {texts.run.back}
      </a>
      {isEmpty ? <Nothing read={read} /> : <Opened checklist={checklist} device={device} locale={locale} />}
    </div>
  );
}

type NothingProps = { read: Checklist["read"] | "unnamed" };

function Nothing({ read }: NothingProps) {
  const texts = useChecklistTexts().run;
  const text = {
    missing: texts.missing,
    "not-kept": texts.notKept,
    "signed-out": texts.signedOut,
    unnamed: texts.unnamed,
  };
  return (
    <>
      <h1 className="display-1">{texts.title}</h1>
      <p role="status">{text[read as keyof typeof text] ?? texts.loading}</p>
    </>
  );
}

function Opened({ checklist, device, locale }: Props & { checklist: Checklist; device: DeviceChecklist }) {
  const texts = useChecklistTexts();
  const items = currentItems(device);
  const { done, total } = progressOf(items);
  const isFinished = device.list.finished_at !== null;
  const isLocked = !device.canEdit || isFinished || device.finish !== null;
  const hasEnded = isFinished || device.finish !== null;
  return (
    <>
      <header className="grid gap-1">
        <h1 className="display-1 break-words">{device.list.title}</h1>
        <p className="text-muted">
          {device.list.vehicle_name}
          {device.list.revision > 1 && ` · ${fill(texts.run.revision, { revision: device.list.revision })}`}
        </p>
      </header>
      <RunStatus checklist={checklist} device={device} locale={locale} />
      {hasEnded && <FinishedChecklist checklist={checklist} device={device} items={items} locale={locale} />}
      {!hasEnded && (
        <div className="sticky top-0 z-10 -mx-2 bg-background px-2 py-2 print:static">
          <p role="status" className="font-semibold">
            {fill(texts.run.progress, { done, total })}
          </p>
          <ProgressBar value={done} max={total} label={texts.run.progressLabel} />
        </div>
      )}
      {sectionsOf(items).map(({ title, items: inside }) => (
        <section key={title}>
          <h2 className="flex items-baseline justify-between gap-3 border-b-2 border-faixa pb-1 text-2xl">
            {title}
            <span className="text-base text-muted">{fill(texts.run.sectionProgress, progressOf(inside))}</span>
          </h2>
          <ul>
            {inside.map((item) => (
              <RunItem key={item.id} item={item} checklist={checklist} device={device} isLocked={isLocked} />
            ))}
          </ul>
        </section>
      ))}
      {!isLocked && <FinishForm {...{ checklist, device, locale }} pending={total - done} />}
    </>
  );
}
