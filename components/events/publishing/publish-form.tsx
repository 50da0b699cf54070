"use client";

import { useMemo, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { draftName, readEventDraft, saveEventDraft } from "./event-draft";
import { EventTexts, type EventMessages } from "./event-texts";
import { EventWizard } from "./event-wizard";
import type { EventFormProps } from "./form-props";

/** The form of an event; the draft stays on this device until the event is saved. */
export function PublishForm({ texts, ...props }: EventFormProps & { texts: EventMessages }) {
  const { initial, link } = props;
  const { expected_version: expectedVersion = "" } = initial;
  const name = draftName(initial, link);
  const hydrated = useHydrated();
  const [round, setRound] = useState(0);
  const draft = useMemo(
    () => (hydrated && round === 0 ? readEventDraft(name, expectedVersion) : null),
    [hydrated, round, name, expectedVersion],
  );
  const discard = () => {
    saveEventDraft(name, null);
    setRound(round + 1);
  };
  return (
    <EventTexts value={texts}>
      {draft && (
        <p
          role="status"
          className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-xl border-2 border-faixa bg-surface p-4"
        >
          {texts.form.restored}
          <Button variant="outline" size="sm" onClick={discard}>
            {texts.form.discard}
          </Button>
        </p>
      )}
      <EventWizard key={`${round}${draft ? " kept" : ""}`} {...props} values={draft ?? initial} />
    </EventTexts>
  );
}
