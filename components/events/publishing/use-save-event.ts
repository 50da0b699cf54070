import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { saveEventAction } from "@/lib/events/publishing/actions";
import { publishLinkPath } from "@/lib/events/publishing/links/rules";
import { previewPath } from "@/lib/events/publishing/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { saveEventDraft } from "./event-draft";
import { saveByLink } from "./link-calls";
import { stopOf } from "@/lib/events/publishing/rules";

/** A form that was not stored because somebody else saved the event; `version` is that of the other person. */
export type StaleForm = { form: FormData; version: string };

/** Saves the form and opens the preview or the page `next`; keeps the errors of the fields or the outcome that stopped it. */
export function useSaveEvent(draft: string, locale: Locale, link?: string, next?: string) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [errors, setErrors] = useState<FormErrors>();
  const [stop, setStop] = useState<string | null>(null);
  const [stale, setStale] = useState<StaleForm | null>(null);
  const save = (form: FormData) =>
    start(async () => {
      const answer = await (link ? saveByLink(link, form) : saveEventAction(form)).catch((error: Error) => ({
        thrownError: error,
        data: undefined,
      }));
      notifyFailure(answer);
      const { data } = answer;
      const saved = data && "outcome" in data ? data : null;
      start(() => {
        setErrors(data && "errors" in data ? { fieldErrors: data.errors } : undefined);
        setStop(saved && saved.outcome !== "conflict" ? stopOf(saved) : null);
        setStale(saved?.outcome === "conflict" ? { form, version: saved.updated_at } : null);
      });
      if (saved?.outcome !== "saved") return;
      saveEventDraft(draft, null);
      // The page stays open and looks as before.
      if (next) notify({ code: "record.savedInternal", variant: "success" });
      router.push(localePath(locale, link ? publishLinkPath(link) : (next ?? previewPath(saved.id!))));
      // The page of the link, or of the console, may be open already.
      if (link || next) router.refresh();
    });
  return { save, isPending, errors, stop, stale };
}
