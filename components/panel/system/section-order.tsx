"use client";

import { ArrowDown, ArrowUp, Pin } from "lucide";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Icon } from "@/components/ui/icon";
import {
  REQUIRED_SECTIONS,
  moveSection,
  readSections,
  writeSections,
  type HomeSection,
} from "@/lib/platform/settings/rules";

type SectionLabels = {
  names: Record<HomeSection, string>;
  /** The part of the page that is always shown above the sections. */
  first: string;
  always: string;
  /** Contains `{name}`. */
  up: string;
  down: string;
  /** Contains `{name}`, `{place}` and `{total}`. */
  moved: string;
};

type Props = { name: string; value: string; labels: SectionLabels };

const ROW = "flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-surface px-3 py-1.5";
const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));

/** Visibility and order of the sections of the front page; each move is announced to screen readers and keeps the focus. */
export function SectionOrder({ name, value, labels }: Props) {
  const [sections, setSections] = useState(() => readSections(value));
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const move = (section: HomeSection, by: -1 | 1) => {
    const next = moveSection(sections, section, by);
    flushSync(() => {
      setSections(next);
      setSaid(
        fill(labels.moved, {
          name: labels.names[section],
          place: next.findIndex((one) => one.name === section) + 1,
          total: next.length,
        }),
      );
    });
    // Focuses the pressed button again, or the other one at an end: a row that moves in the DOM loses the focus.
    const buttons = [...list.current!.querySelectorAll<HTMLButtonElement>(`[data-section="${section}"] button`)];
    (buttons[by === -1 ? 0 : 1]?.disabled
      ? buttons.find(({ disabled }) => !disabled)
      : buttons[by === -1 ? 0 : 1]
    )?.focus();
  };
  const show = (section: HomeSection, isVisible: boolean) =>
    setSections(sections.map((one) => (one.name === section ? { ...one, isVisible } : one)));
  const arrow = (section: HomeSection, by: -1 | 1, atEnd: boolean) => (
    <Button
      variant="ghost"
      size="icon"
      disabled={atEnd}
      aria-label={fill(by === -1 ? labels.up : labels.down, { name: labels.names[section] })}
      onClick={() => move(section, by)}
    >
      <Icon of={by === -1 ? ArrowUp : ArrowDown} />
    </Button>
  );
  return (
    <>
      <ol ref={list} className="grid gap-2">
        <li className={`${ROW} border-dashed text-muted`}>
          <Icon of={Pin} className="mx-0.5 size-5" />
          <span className="min-w-0 grow basis-0">{labels.first}</span>
        </li>
        {sections.map(({ name: section, isVisible }, place) => (
          <li key={section} data-section={section} className={ROW}>
            <label className="flex min-h-11 min-w-0 grow basis-40 items-center gap-3 font-semibold">
              <Checkbox
                checked={isVisible}
                disabled={REQUIRED_SECTIONS.includes(section)}
                onChange={({ target }) => show(section, target.checked)}
              />
              <span>
                {labels.names[section]}
                {REQUIRED_SECTIONS.includes(section) && (
                  <span className="block font-sans text-sm font-normal text-muted">{labels.always}</span>
                )}
              </span>
            </label>
            {arrow(section, -1, place === 0)}
            {arrow(section, 1, place === sections.length - 1)}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <input
        type="hidden"
        name={name}
        value={writeSections(sections)}
        data-kept
        onInput={(event) => setSections(readSections(event.currentTarget.value))}
      />
    </>
  );
}
