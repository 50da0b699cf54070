import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import type { RequestStatus } from "@/lib/panel/requests/queries";
import { timelineOf } from "@/lib/panel/requests/rules";
import { formatDay } from "@/lib/platform/format";
import { useStatusTexts } from "./status-texts";

type Props = { protocol: string; application: RequestStatus; locale: Locale };

/** The stages of a application as a timeline; completed ones are checked. */
export function StatusTimeline({ protocol, application, locale }: Props) {
  const texts = useStatusTexts().status;
  const { stages, reached } = timelineOf(application.kind, application.status);
  const names: Record<string, string> = texts.stages;
  const kinds: Record<string, string> = texts.kinds;
  return (
    <section className="mt-5 border-t-2 border-line pt-5">
      <h3 className="text-xl wrap-anywhere">{`${kinds[application.kind] ?? application.kind} · ${protocol}`}</h3>
      <p className="text-sm text-muted">
        {texts.sent.replace("{date}", formatDay(application.created_at, locale, "long"))} ·{" "}
        {texts.updated.replace("{date}", formatDay(application.updated_at, locale, "long"))}
      </p>
      <ol className="mt-3 grid gap-2">
        {stages.map((stage, index) => (
          <li
            key={stage}
            aria-current={index === reached ? "step" : undefined}
            className={`flex items-center gap-3 ${index > reached ? "text-muted" : ""}`}
          >
            <span
              aria-hidden
              className={`grid size-8 shrink-0 place-items-center rounded-full border-2 ${index <= reached ? "border-rota bg-rota text-rota-ink" : "border-line"}`}
            >
              {index <= reached ? "✓" : index + 1}
            </span>
            <span className={index === reached ? "font-semibold" : undefined}>{names[stage] ?? stage}</span>
          </li>
        ))}
      </ol>
      {application.status_note && (
        <p className="mt-4 rounded-lg bg-raised p-3 whitespace-pre-line">
          <strong className="block">{texts.answer}</strong>
          {application.status_note}
        </p>
      )}
      {application.trip_path && (
        <a
          href={localePath(locale, application.trip_path)}
          className="mt-3 flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {texts.open}
        </a>
      )}
      {application.answer_link && (
        <a
          href={application.answer_link}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-3 inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4 wrap-anywhere"
        >
          {texts.open}
        </a>
      )}
    </section>
  );
}
