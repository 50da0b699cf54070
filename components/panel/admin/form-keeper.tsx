"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { splitPath } from "@/lib/platform/i18n/routing";
import { keepUnsaved, SAVED_EVENT, watchUnsaved } from "../../form/unsaved";
import { NOTICE_EVENT, type Notice } from "../../ui/notify";
import { Button } from "../../ui/button";
import {
  dropDraft,
  fill,
  formName,
  needsDraft,
  isSame,
  keepDraft,
  readDraft,
  valuesOf,
  type FormValues,
} from "./form-drafts";

export type KeeperTexts = { draftFound: string; use: string; forget: string };

type Watched = { name: string; saved: FormValues; sent: FormValues | null; hasDraft: boolean };
type Offer = { form: HTMLFormElement; name: string; values: FormValues };

const isChanged = (form: HTMLFormElement, { saved }: Watched) => !isSame(valuesOf(form), saved);

/** The forms of a page: what they held when they were opened, and what was sent. */
class Forms {
  private readonly watched = new Map<HTMLFormElement, Watched>();

  constructor(private readonly path: string) {}

  open(form: HTMLFormElement): Watched {
    const known = this.watched.get(form);
    if (known) return known;
    const added: Watched = { name: formName(form, this.path), saved: valuesOf(form), sent: null, hasDraft: false };
    this.watched.set(form, added);
    return added;
  }

  keep(form: HTMLFormElement): void {
    const watched = this.open(form);
    if (isChanged(form, watched)) this.store(form, watched);
    // An older draft that is still offered stays.
    else if (watched.hasDraft) this.drop(watched);
  }

  private store(form: HTMLFormElement, watched: Watched): void {
    watched.hasDraft = true;
    keepDraft(watched.name, valuesOf(form));
  }

  private drop(watched: Watched): void {
    watched.hasDraft = false;
    dropDraft(watched.name);
  }

  send(form: HTMLFormElement): void {
    this.open(form).sent = valuesOf(form);
  }

  /** Ends the wait of the forms that were sent: a success saves them, a refusal leaves them unsaved. */
  answer(isSaved: boolean): void {
    for (const [form, watched] of this.watched) {
      if (!watched.sent) continue;
      if (isSaved) this.accept(form, watched, watched.sent);
      watched.sent = null;
    }
  }

  /** Whether a form still holds unsaved values; a sent form that is gone was accepted. */
  isUnsaved(): boolean {
    let isAny = false;
    for (const [form, watched] of this.watched) {
      if (form.isConnected) isAny ||= isChanged(form, watched);
      else {
        if (watched.sent) this.drop(watched);
        this.watched.delete(form);
      }
    }
    return isAny;
  }

  private accept(form: HTMLFormElement, watched: Watched, sent: FormValues): void {
    watched.saved = sent;
    if (form.isConnected && isChanged(form, watched)) this.store(form, watched);
    else this.drop(watched);
  }
}

const formOf = (target: EventTarget | null): HTMLFormElement | null => {
  const form = target instanceof Element ? target.closest("form") : null;
  return form && needsDraft(form) ? form : null;
};

/**
 * Keeps what is typed in any form of the panel: the guard asks before it is lost, and a draft on this device is offered
 * when the page is opened again. The form of a record has a draft of its own.
 */
export function FormKeeper({ texts }: { texts: KeeperTexts }) {
  const { path } = splitPath(usePathname());
  const [offer, setOffer] = useState<Offer | null>(null);
  const forms = useRef<Forms>(undefined);
  useEffect(() => {
    const opened = new Forms(path);
    forms.current = opened;
    const cancel = new AbortController();
    const { signal } = cancel;
    const open = (form: HTMLFormElement) => {
      const { name, saved, hasDraft } = opened.open(form);
      // The draft of this form is what is typed in it now.
      if (hasDraft) return;
      const draft = readDraft<FormValues>(name);
      if (draft && !isSame(draft.values, saved)) setOffer({ form, name, values: draft.values });
    };
    const on = (event: string, run: (form: HTMLFormElement) => void) =>
      document.addEventListener(
        event,
        (given) => {
          const form = formOf((given as SubmitEvent).submitter ?? given.target);
          if (form) run(form);
        },
        { capture: true, signal },
      );
    on("focusin", (form) => open(form));
    on("pointerdown", (form) => void opened.open(form));
    on("input", (form) => opened.keep(form));
    on("change", (form) => opened.keep(form));
    on("click", (form) => setTimeout(() => form.isConnected && opened.keep(form)));
    // The values are reset after the event.
    on("reset", (form) => setTimeout(() => form.isConnected && opened.keep(form)));
    on("submit", (form) => opened.send(form));
    window.addEventListener(SAVED_EVENT, () => opened.answer(true), { signal });
    window.addEventListener(
      NOTICE_EVENT,
      (event) => opened.answer((event as CustomEvent<Notice>).detail.variant === "success"),
      { signal },
    );
    // A page that was left with a discarded draft asked already; this one asks again.
    keepUnsaved();
    for (const form of document.querySelectorAll("form")) if (needsDraft(form)) open(form);
    const stop = watchUnsaved(() => opened.isUnsaved());
    return () => {
      // Drops the drafts of forms that were accepted with the page that is left.
      opened.isUnsaved();
      stop();
      cancel.abort();
      setOffer(null);
    };
  }, [path]);
  if (!offer) return null;
  const close = () => setOffer(null);
  return (
    <div role="alert" className="m-4 flex flex-wrap items-center gap-3 rounded-xl border-2 border-faixa p-4 sm:mx-6">
      <p className="mr-auto">{texts.draftFound}</p>
      <Button
        variant="faixa"
        onClick={() => {
          fill(offer.form, offer.values);
          close();
        }}
      >
        {texts.use}
      </Button>
      <Button
        variant="outline"
        onClick={() => {
          dropDraft(offer.name);
          close();
        }}
      >
        {texts.forget}
      </Button>
    </div>
  );
}
