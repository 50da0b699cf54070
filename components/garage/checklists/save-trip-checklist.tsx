"use client";

import type { Messages } from "next-intl";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { appliesTo, type ChecklistSection } from "@/lib/guide/checklists/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { textOf } from "@/lib/garage/checklists/rules";
import { useDeviceList } from "../../guide/checklists/device-list";
import { fill } from "../../ui/fill";
import { startAndOpen, type StartResult } from "./start";

type Props = {
  cars: readonly { id: string; nickname: string }[];
  sections: readonly ChecklistSection[];
  owner: string;
  title: string;
  texts: Messages["garage/checklists"]["save"];
  notStored: string;
  locale: Locale;
};

/** The items that apply to the trip, those ticked on this device as ok. */
export function SaveTripChecklist({ cars, sections, owner, title, texts, notStored, locale }: Props) {
  const list = useDeviceList();
  const [result, setResult] = useState<StartResult | "starting" | null>(null);
  const items = sections.flatMap((section) =>
    section.items
      .filter((item) => appliesTo(item, list))
      .map(({ key, text, why }) => ({
        key,
        text,
        why,
        section: section.title,
        answer: "check" as const,
        unit: "",
        choices: "",
        suggests_maintenance: true,
        status: list.ticks.includes(key) ? ("ok" as const) : ("pending" as const),
      })),
  );
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = textOf(new FormData(event.currentTarget), "car");
    const vehicle = cars.find((car) => car.id === id) ?? cars[0]!;
    setResult("starting");
    const start = { owner, vehicle, kind: "public_trip" as const, title, templateId: null, ownTemplateId: null, items };
    setResult(await startAndOpen(start, locale));
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-4">
      <p className="font-semibold">
        {fill(texts.ticked, { done: items.filter(({ status }) => status === "ok").length, total: items.length })}
      </p>
      <label className="grid gap-1 font-semibold">
        {texts.car}
        <select name="car" className={`${controlClass} h-14`}>
          {cars.map(({ id, nickname }) => (
            <option key={id} value={id}>
              {nickname}
            </option>
          ))}
        </select>
      </label>
      {result === "not-sent" && <p role="alert">{texts.notSent}</p>}
      {result === "not-stored" && <p role="alert">{notStored}</p>}
      <Button type="submit" className="h-14 justify-self-start" disabled={result === "starting"}>
        {texts.save}
      </Button>
    </form>
  );
}
