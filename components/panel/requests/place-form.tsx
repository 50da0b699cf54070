"use client";

import { useEffect, useMemo, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { useRequest } from "@/components/form/use-request";
import { useLocationSearch } from "@/components/geo/search/use-location-search";
import { Button } from "@/components/ui/button";
import { sendPlaceRequestAction } from "@/lib/panel/requests/actions";
import { localePath } from "@/lib/platform/i18n/routing";
import { PinTexts } from "./pin-texts";
import { askedDraft, isWorthKeeping, readDraft, saveDraft, textOf, type Draft } from "./place-draft";
import type { PlaceFormProps } from "./place-form-props";
import { PlaceTexts, type PlaceMessages } from "./place-texts";
import { PlaceWizard } from "./place-wizard";
import { RequestDone } from "./request-done";
import { RequestTexts } from "./request-texts";

/** Registers a place or a club, corrects or claims one, in steps; the draft stays on this device until it is sent. */
export function PlaceForm({ texts, ...props }: PlaceFormProps & { texts: PlaceMessages }) {
  const { uf, locale } = props;
  const { send, isPending, data, errors, clear } = useRequest(sendPlaceRequestAction);
  const hydrated = useHydrated();
  const search = useLocationSearch();
  const [round, setRound] = useState(0);
  const asked = useMemo(() => (search !== null && round === 0 ? askedDraft(search) : null), [search, round]);
  const draft = useMemo(() => (hydrated && round === 0 ? readDraft(uf) : null), [hydrated, round, uf]);
  useEffect(() => {
    if (data) saveDraft(uf, null);
  }, [data, uf]);
  const startAnew = () => {
    saveDraft(uf, null);
    clear();
    setRound(round + 1);
  };
  const keep = (answers: Draft) => isWorthKeeping(answers) && saveDraft(uf, answers);
  if (data)
    return (
      <RequestTexts value={texts}>
        <RequestDone
          next={texts.place.next}
          protocol={data.protocol}
          statusPath={localePath(locale, `/${uf}/cadastro`)}
          onAgain={startAnew}
        />
      </RequestTexts>
    );
  return (
    <PlaceTexts value={texts}>
      <PinTexts value={texts}>
        {draft && !asked && (
          <p
            role="status"
            className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-xl border-2 border-faixa bg-surface p-4"
          >
            {texts.place.restored}
            <Button variant="outline" size="sm" onClick={startAnew}>
              {texts.place.discard}
            </Button>
          </p>
        )}
        {asked && (
          <p role="status" className="mb-4 rounded-xl border-2 border-faixa bg-surface p-4 wrap-anywhere">
            {texts.place.asked.replace("{name}", textOf(asked, "name"))}
          </p>
        )}
        <PlaceWizard
          key={`${round}${asked ? " asked" : draft ? " kept" : ""}`}
          {...props}
          draft={asked ?? draft ?? {}}
          send={send}
          isPending={isPending}
          errors={errors}
          onChange={keep}
        />
      </PinTexts>
    </PlaceTexts>
  );
}
