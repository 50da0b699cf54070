"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useMemo, useRef, useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { placeVouchersPath, type OfferValues } from "@/lib/partners/vouchers/rules";
import { keepOfferDraft, offerValuesOf, readOfferDraft } from "./offer-draft";
import { OfferFields, type OfferPlace } from "./offer-fields";
import { OfferPreview } from "./offer-preview";
import { useOfferTexts, OfferTexts, type OfferMessages } from "./offer-texts";
import { useSaveOffer } from "./use-save-offer";

type Props = {
  initial: OfferValues;
  places: readonly OfferPlace[];
  /** Of a saved voucher. */
  status: string | null;
  /** Why the team rejected the voucher or asked for a change. */
  note: string | null;
  /** Name of the draft on this device. */
  draft: string;
  /** This page without the parameters of the voucher. */
  path: string;
  locale: Locale;
  today: string;
};

/** The form of an offer, which starts with what was typed on this device before. */
export function OfferForm({ texts, ...props }: Props & { texts: OfferMessages }) {
  const { draft, initial } = props;
  const isReady = useHydrated();
  const [discards, setDiscards] = useState(0);
  const kept = useMemo(() => (isReady && discards === 0 ? readOfferDraft(draft) : null), [isReady, discards, draft]);
  const discard = () => {
    keepOfferDraft(draft, null);
    setDiscards(discards + 1);
  };
  // Another key shows the other values; without a draft the fields stay as they are.
  return (
    <OfferTexts value={texts}>
      <OfferEditor
        key={kept ? "draft" : discards}
        {...props}
        start={kept ?? initial}
        isReady={isReady}
        onDiscard={kept ? discard : null}
      />
    </OfferTexts>
  );
}

type EditorProps = Props & {
  start: OfferValues;
  isReady: boolean;
  /** Null when the form shows no draft. */
  onDiscard: (() => void) | null;
};

/** The fields beside the card of the offer; every change is kept on the device until the offer is saved. */
function OfferEditor({ start, isReady, onDiscard, places, status, note, draft, path, locale, today }: EditorProps) {
  const texts = useOfferTexts();
  const [values, setValues] = useState(start);
  /** Which button was pressed. */
  const submits = useRef(true);
  const box = useRef<HTMLDivElement>(null);
  const { errors, problem, conflict, saved, isPending, save } = useSaveOffer(() => keepOfferDraft(draft, null));
  const isApproved = status === "active" || status === "paused";

  const change = () => {
    const form = box.current?.querySelector("form");
    if (!form) return;
    const typed = offerValuesOf(new FormData(form));
    setValues(typed);
    keepOfferDraft(draft, typed);
  };
  const send = (form: FormData) => {
    form.set("submits", submits.current ? "1" : "0");
    save(form);
  };

  if (saved) return <Done saved={saved} path={path} locale={locale} />;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 empty:hidden">
        {onDiscard && (
          <p role="status" className="flex flex-wrap items-center gap-3 rounded-xl border-2 border-line bg-raised p-3">
            <span className="mr-auto">{texts.offer.draft.restored}</span>
            <Button variant="outline" size="md" onClick={onDiscard}>
              {texts.offer.draft.discard}
            </Button>
          </p>
        )}
        {note && !isApproved && (
          <p className="border-l-4 border-faixa pl-3 whitespace-pre-line wrap-anywhere">
            {texts.panel.reason.replace("{reason}", note)}
          </p>
        )}
        {isApproved && <p className="text-muted">{texts.offer.approved}</p>}
        {problem && (
          <p role="alert" className="rounded-xl border-2 border-danger p-4 font-semibold">
            {texts.offer.problems[problem]}
          </p>
        )}
        {conflict && (
          <Conflict
            busy={isPending}
            onOverwrite={() => {
              conflict.form.set("expected_version", conflict.expected_version);
              save(conflict.form);
            }}
            onDiscard={() => {
              keepOfferDraft(draft, null);
              window.location.reload();
            }}
          />
        )}
      </div>
      <div ref={box} onInput={change}>
        <ActionForm
          submit={send}
          pending={isPending}
          errors={errors}
          texts={texts.validation}
          hidden={{ voucher: String(start.voucher), expected_version: String(start.expected_version ?? "") }}
          className="items-start gap-x-8 gap-y-5 lg:grid-cols-[1.7fr_1fr]"
        >
          <Card className="grid min-w-0 gap-4">
            <OfferFields places={places} start={start} values={values} locale={locale} isSaved={status !== null} />
          </Card>
          <OfferPreview values={values} places={places} locale={locale} today={today} />
          <div className="flex flex-wrap gap-3 border-t-2 border-line pt-4">
            <SubmitButton
              label={texts.offer.send}
              pendingLabel={texts.offer.pending}
              pending={isPending}
              onClick={() => (submits.current = true)}
            />
            {!isApproved && (
              <Button
                type="submit"
                variant="outline"
                disabled={!isReady || isPending}
                onClick={() => (submits.current = false)}
                className="w-full sm:w-auto"
              >
                {texts.offer.save}
              </Button>
            )}
          </div>
        </ActionForm>
      </div>
    </div>
  );
}

type ConflictProps = {
  busy: boolean;
  onOverwrite: () => void;
  onDiscard: () => void;
};

/** Asks what happens to a form when somebody else saved the voucher meanwhile. */
function Conflict({ busy, onOverwrite, onDiscard }: ConflictProps) {
  const texts = useOfferTexts().offer.conflict;
  return (
    <div role="alert" className="grid gap-3 rounded-xl border-2 border-danger p-4">
      <p className="font-semibold">{texts.question}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={busy} onClick={onDiscard}>
          {texts.discard}
        </Button>
        <Button variant="danger" disabled={busy} onClick={onOverwrite}>
          {texts.overwrite}
        </Button>
      </div>
    </div>
  );
}

type DoneProps = {
  saved: { status: string; place: string };
  path: string;
  locale: Locale;
};

function Done({ saved, path, locale }: DoneProps) {
  const texts = useOfferTexts().offer.done;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid max-w-3xl gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {texts[saved.status as "draft"] ?? texts.draft}
      </h2>
      <p className="flex flex-wrap gap-3">
        <Link href={localePath(locale, placeVouchersPath(saved.place))} className={buttonClass({ look: "primary" })}>
          {texts.panel}
        </Link>
        <a href={localePath(locale, path)} className={buttonClass()}>
          {texts.again}
        </a>
      </p>
    </Card>
  );
}
