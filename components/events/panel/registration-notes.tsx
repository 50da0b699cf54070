import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { controlClass } from "@/components/ui/input";
import { SystemSection } from "@/components/ui/system-page";
import { addNoteAction, removeNoteAction } from "@/lib/events/panel/list/actions";
import type { RegistrationNote } from "@/lib/events/panel/list/queries";
import { formatShortMoment } from "@/lib/platform/format";

type Props = { registration: string; notes: readonly RegistrationNote[] };

/** Internal notes about a registration, which the person does not see, and the form for another one. */
export async function RegistrationNotes({ registration, notes }: Props) {
  const [t, locale] = [await getTranslations("events/panel.notes"), await getLocale()];
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {notes.length > 0 && (
        <ol className="grid gap-3" aria-label={t("title")}>
          {notes.map(({ id, body, created_at: at, author }) => (
            <li key={id} className="grid gap-1 border-l-4 border-line pl-3">
              <p className="whitespace-pre-line wrap-anywhere">{body}</p>
              <p className="text-sm text-muted">
                {[formatShortMoment(at, locale), author?.username].filter(Boolean).join(" · ")}
              </p>
              <CommandForm
                action={removeNoteAction}
                hidden={{ note: id }}
                label={t("remove")}
                confirm={t("confirm")}
                variant="outline"
              />
            </li>
          ))}
        </ol>
      )}
      <CommandForm
        // A stored note gives the next form an empty field.
        key={notes[0]?.id ?? "first"}
        action={addNoteAction}
        hidden={{ registration, note: crypto.randomUUID() }}
        label={t("add")}
        variant="outline"
      >
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("body")}</span>
          <textarea name="body" rows={3} maxLength={1000} required className={`${controlClass} h-auto py-2`} />
        </label>
      </CommandForm>
    </SystemSection>
  );
}
