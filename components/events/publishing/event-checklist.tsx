import { Check, CircleAlert, Lightbulb } from "lucide";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { STEP_OF_CHECK, type EventCheck } from "@/lib/events/publishing/checklist/rules";
import { previewPath, type EventStatus } from "@/lib/events/publishing/rules";
import type { SavedEvent } from "@/lib/events/publishing/schema";
import { localePath } from "@/lib/platform/i18n/routing";
import { StatusMark } from "./status-mark";
import { SubmitEventButton } from "./submit-event-button";

type Props = {
  event: SavedEvent;
  /** Path of the page with the form; `etapa` opens a step of it. */
  path: string;
};

/** Status of an event, what it lacks before it can be published, advice, and the button that sends it. */
export async function EventChecklist({ event, path }: Props) {
  const [t, locale] = [await getTranslations("events/publishing"), await getLocale()];
  const { stops } = (await getMessages())["events/publishing"];
  const status = event.status as EventStatus;
  const isDraft = status === "draft" || status === "rejected";
  const open = event.checklist.filter(({ done }) => !done);
  const [gaps, advice] = [open.filter(({ needed }) => needed), open.filter(({ needed }) => !needed)];
  const isOpen = isDraft || status === "pending";
  const maySubmit = isDraft || (status === "pending" && event.publishes_directly);
  return (
    <section aria-labelledby="lista-do-evento" className="grid gap-4 rounded-2xl border-2 border-faixa bg-surface p-5">
      <h2 id="lista-do-evento" className="flex flex-wrap items-center gap-3 text-2xl">
        {t(isOpen ? "checklist.title" : "checklist.metaTitle")} <StatusMark status={status} />
      </h2>
      <p>{t(`bar.hints.${status}`)}</p>
      {event.status_note && <p className="font-semibold">{t("own.answer", { note: event.status_note })}</p>}
      {event.change && (
        <p className="rounded-xl border-2 border-faixa p-4">
          {t("change.waits", { fields: event.change.fields.map((field) => t(`change.fields.${field}`)).join(", ") })}
        </p>
      )}
      {isOpen && gaps.length > 0 && <Lines title={t("gaps.title")} checks={gaps} path={path} look="gap" />}
      {isDraft && gaps.length === 0 && (
        <p role="status" className="flex items-center gap-2 font-semibold">
          <Icon of={Check} /> {t("checklist.complete")}
        </p>
      )}
      {status !== "cancelled" && advice.length > 0 && (
        <Lines title={t("checklist.advice")} checks={advice} path={path} look="advice" />
      )}
      <div className="flex flex-wrap gap-3">
        {maySubmit && gaps.length === 0 && (
          <SubmitEventButton
            change={{ id: event.id, expected_version: event.updated_at }}
            label={event.publishes_directly ? t("bar.publish") : t("bar.submit")}
            pendingLabel={t("bar.sending")}
            stops={stops}
          />
        )}
        <Link href={localePath(locale, previewPath(event.id))} className={buttonClass({ look: "outline" })}>
          {t("checklist.preview")}
        </Link>
      </div>
    </section>
  );
}

type LinesProps = {
  title: string;
  checks: readonly { key: EventCheck }[];
  path: string;
  look: "gap" | "advice";
};

/** Lines of the checklist that are open; each leads to the step that mends it. */
async function Lines({ title, checks, path, look }: LinesProps) {
  const [t, locale] = [await getTranslations("events/publishing.gaps"), await getLocale()];
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="grid">
        {checks.map(({ key }) => (
          <li key={key}>
            <Link
              href={`${localePath(locale, path)}${path.includes("?") ? "&" : "?"}etapa=${STEP_OF_CHECK[key]}#formulario`}
              className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4"
            >
              <Icon of={look === "gap" ? CircleAlert : Lightbulb} className="size-5 shrink-0" />
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
