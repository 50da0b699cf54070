import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { previewPath } from "@/lib/events/publishing/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { saveEventDraft } from "./event-draft";
import { useEventTexts } from "./event-texts";
import type { StaleForm } from "./use-save-event";

type Props = {
  stale: StaleForm;
  draft: string;
  locale: Locale;
  link: string | undefined;
  busy: boolean;
  onSave: (form: FormData) => void;
};

/** Asks what happens to a form when somebody else saved the event meanwhile. */
export function StaleQuestion({ stale, draft, locale, link, busy, onSave }: Props) {
  const texts = useEventTexts().stale;
  const overwrite = () => {
    stale.form.set("expected_version", stale.version);
    onSave(stale.form);
  };
  const discard = () => {
    saveEventDraft(draft, null);
    window.location.reload();
  };
  return (
    <div role="alert" className="mb-4 grid gap-3 rounded-xl border-2 border-danger p-4">
      <p className="font-semibold">{texts.question}</p>
      <div className="flex flex-wrap gap-3">
        {!link && (
          <a
            href={localePath(locale, previewPath(stale.form.get("id") as string))}
            target="_blank"
            rel="noopener"
            className={buttonClass({ look: "outline", size: "wrap" })}
          >
            {texts.show}
          </a>
        )}
        <Button variant="outline" disabled={busy} onClick={discard}>
          {texts.discard}
        </Button>
        <Button variant="danger" disabled={busy} onClick={overwrite}>
          {texts.overwrite}
        </Button>
      </div>
    </div>
  );
}
