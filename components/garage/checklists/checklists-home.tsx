"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { isUnsent, type DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import type { Template } from "@/lib/garage/checklists/queries";
import { checklistPath, NEW_CHECKLIST } from "@/lib/garage/checklists/rules";
import type { StoredChecklist } from "@/lib/garage/checklists/schema";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { saveOwner, storedChecklists } from "./checklist-store";
import { sendChecklists } from "./checklist-upload";
import { OwnTemplates } from "./own-templates";
import { startAndOpen, type StartResult } from "./start";
import { TemplateCard } from "./template-card";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  locale: Locale;
  owner: string;
  vehicle: { id: string; nickname: string };
  canEdit: boolean;
  templates: readonly Template[];
  own: readonly Template[];
  last: StoredChecklist | null;
  /** Checklists that the page lists. */
  known: readonly string[];
};

/** Sends what waits, keeps the pages for use without a connection, and returns the checklists that were not sent. */
function useWaiting(owner: string, vehicle: string, locale: Locale): readonly DeviceChecklist[] {
  const router = useRouter();
  const [waiting, setWaiting] = useState<readonly DeviceChecklist[]>([]);
  useEffect(() => {
    const look = async () => {
      await saveOwner(owner);
      const hadUnsent = (await storedChecklists()).some(isUnsent);
      // The server made the lists of the page, with the tasks, before it had these answers.
      if ((await sendChecklists()) === "sent" && hadUnsent) router.refresh();
      setWaiting((await storedChecklists()).filter((one) => one.list.vehicle_id === vehicle && one.isNew));
    };
    const again = () => void look().catch(() => undefined);
    again();
    window.addEventListener("online", again);
    const paths = [checklistPath(NEW_CHECKLIST), vehiclePath(vehicle, "checklists")];
    if ("serviceWorker" in navigator)
      void import("../../platform/offline/kept-pages").then(
        ({ cacheChecklistPages }) => cacheChecklistPages(paths.map((path) => localePath(locale, path))),
        () => undefined,
      );
    return () => window.removeEventListener("online", again);
  }, [owner, vehicle, locale, router]);
  return waiting;
}

/** Starting a checklist: templates for this car, own ones, and the last one again. */
export function ChecklistsHome(props: Props) {
  const texts = useChecklistTexts();
  const { locale, owner, vehicle, canEdit, templates, own, last, known } = props;
  const waiting = useWaiting(owner, vehicle.id, locale).filter(({ id }) => !known.includes(id));
  const [result, setResult] = useState<StartResult | "starting" | null>(null);
  const start = async (
    template: Omit<Template, "id"> & { templateId: string | null; ownTemplateId: string | null },
  ) => {
    const { kind, title, items, templateId, ownTemplateId } = template;
    setResult("starting");
    setResult(await startAndOpen({ owner, vehicle, kind, title, templateId, ownTemplateId, items }, locale));
  };
  const begin = (template: Template) =>
    void start({
      ...template,
      templateId: template.isOwn ? null : template.id,
      ownTemplateId: template.isOwn ? template.id : null,
    });
  const repeat = ({ kind, title, template_id, own_template_id, items }: StoredChecklist) =>
    void start({
      kind,
      title,
      isOwn: false,
      templateId: template_id,
      ownTemplateId: own_template_id,
      items: items.map(({ key, section, text, why, answer, unit, choices, suggests_maintenance }) => ({
        key,
        section,
        text,
        why,
        answer,
        unit,
        choices,
        suggests_maintenance,
      })),
    });
  const isBusy = result === "starting";
  return (
    <>
      <Waiting waiting={waiting} locale={locale} />
      {result === "not-sent" && <p role="alert">{texts.home.notSent}</p>}
      {result === "not-stored" && <p role="alert">{texts.home.notStored}</p>}
      {canEdit ? (
        <>
          <section className="grid gap-3">
            <h2 className="text-2xl">{texts.home.start}</h2>
            <p className="text-muted">{texts.home.startLead}</p>
            {last && (
              <Button
                className="h-auto min-h-14 justify-self-start whitespace-normal"
                disabled={isBusy}
                onClick={() => repeat(last)}
              >
                {texts.home.repeat}: {last.title}
              </Button>
            )}
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {templates.map((template) => (
                <TemplateCard key={template.id} template={template} isBusy={isBusy} onStart={begin} />
              ))}
            </ul>
          </section>
          <OwnTemplates own={own} templates={templates} isBusy={isBusy} onStart={begin} />
        </>
      ) : (
        <p className="text-muted">{texts.home.viewer}</p>
      )}
    </>
  );
}

type WaitingProps = Pick<Props, "locale"> & { waiting: readonly DeviceChecklist[] };

function Waiting({ waiting, locale }: WaitingProps) {
  const texts = useChecklistTexts();
  if (waiting.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-2xl border-2 border-faixa p-4">
      <h2 className="text-xl">{texts.home.waiting}</h2>
      <ul className="grid gap-1">
        {waiting.map(({ id, list }) => (
          <li key={id}>
            {/* Loads the page, because it must open without a connection. */}
            <a href={localePath(locale, checklistPath(id))} className="inline-flex min-h-11 items-center underline">
              {list.title}, {texts.home.unsentOpen}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
