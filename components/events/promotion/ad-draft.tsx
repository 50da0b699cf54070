import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { StateMark } from "@/components/ui/state-mark";
import { controlClass } from "@/components/ui/input";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { decideAdAction, editAdAction, reuseAdAction } from "@/lib/events/promotion/actions";
import type { ArtSize } from "@/lib/events/promotion/kit/rules";
import type { AdDraft, EventChoice } from "@/lib/events/promotion/queries";
import { longestText, type Audience, type Channel, type Tone } from "@/lib/events/promotion/rules";
import { formatShortMoment } from "@/lib/platform/format";
import { LANGUAGE_NAME, type Locale } from "@/lib/platform/i18n/routing";
import { CopyText } from "./copy-text";
import { ArtDownloads, ArtImage } from "./share-images";

const LOOK = { draft: "wait", approved: "good", discarded: "none" } as const;
type Status = keyof typeof LOOK;
type Decision = { to: Status; label: "approve" | "discard" | "reopen" };

/** Decisions by the status of a text. */
const DECISIONS: Record<Status, readonly Decision[]> = {
  draft: [
    { to: "approved", label: "approve" },
    { to: "discarded", label: "discard" },
  ],
  approved: [{ to: "discarded", label: "discard" }],
  discarded: [{ to: "draft", label: "reopen" }],
};

type Props = { draft: AdDraft; events: readonly EventChoice[] };

/** One draft: read, correct, approve, copy or download, use again for another event. */
export async function AdDraftCard({ draft, events }: Props) {
  const t = await getTranslations("events/promotion");
  const status = draft.status as Status;
  const { id, text, updated_at: version } = draft;
  const max = longestText(draft);
  return (
    <article className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-xl wrap-anywhere">{draft.event.title}</h3>
        <StateMark look={LOOK[status]}>{t(`status.${status}`)}</StateMark>
      </header>
      <Facts draft={draft} />
      {draft.size && <Art draft={draft} size={draft.size as ArtSize} />}
      {status === "discarded" ? (
        <p className="wrap-anywhere whitespace-pre-line text-muted">{text}</p>
      ) : (
        <CommandForm
          key={version}
          action={editAdAction}
          hidden={{ draft: id, expected_version: version }}
          label={t("ads.save")}
          variant="outline"
        >
          <label className="grid gap-1 text-sm">
            <span className="text-muted">{t(draft.size ? "ads.line" : "ads.text", { max })}</span>
            <textarea
              name="text"
              defaultValue={text}
              maxLength={max}
              required
              className={`${controlClass} field-sizing-content h-auto min-h-28 py-2`}
            />
            {status === "approved" && <span className="text-muted">{t("ads.reapprove")}</span>}
          </label>
        </CommandForm>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        {status === "approved" && <CopyText text={text} label={t("ads.copy")} notice="text.copied" />}
        {DECISIONS[status].map(({ to, label }) => (
          <CommandForm
            key={label}
            action={decideAdAction}
            hidden={{ draft: id, expected_version: version, decision: to }}
            label={t(`ads.${label}`)}
            variant={label === "approve" ? "primary" : "outline"}
          />
        ))}
      </div>
      <Reuse draft={draft} events={events} />
    </article>
  );
}

/** The drawn picture with the line of the draft; it is downloaded after the approval. */
async function Art({ draft, size }: { draft: AdDraft; size: ArtSize }) {
  const t = await getTranslations("events/promotion.ads");
  const locale = draft.locale as Locale;
  return (
    <div className="grid gap-2">
      <ArtImage event={draft.event} size={size} draft={draft} locale={locale} />
      {draft.status === "approved" ? (
        <ArtDownloads event={draft.event} size={size} draft={draft} locale={locale} />
      ) : (
        <p className="text-sm text-muted">{t("artAfterApproval")}</p>
      )}
    </div>
  );
}

async function Reuse({ draft, events }: Props) {
  const t = await getTranslations("events/promotion.ads");
  if (events.length === 0) return null;
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer content-center text-link underline">{t("reuse")}</summary>
      <CommandForm action={reuseAdAction} hidden={{ draft: draft.id }} label={t("create")} variant="outline">
        <LabelledSelect name="event" label={t("event")} options={events.map(({ id, title }) => [id, title])} />
      </CommandForm>
    </details>
  );
}

async function Facts({ draft }: { draft: AdDraft }) {
  const [t, locale] = [await getTranslations("events/promotion"), await getLocale()];
  const by = (name: string | undefined, at: string) => ({
    name: name ?? t("ads.formerly"),
    moment: formatShortMoment(at, locale),
  });
  const kind = [
    t(`audience.${draft.audience as Audience}`),
    t(`tone.${draft.tone as Tone}`),
    t(`channel.${draft.channel as Channel}`),
    LANGUAGE_NAME[draft.locale as Locale],
    ...(draft.size ? [t(`size.${draft.size as ArtSize}`)] : []),
    t(`generator.${draft.generator as "template"}`),
  ];
  return (
    <div className="text-sm text-muted">
      <p>{kind.join(" · ")}</p>
      <p>{t("ads.created", by(draft.author?.username, draft.created_at))}</p>
      {draft.approved_at && <p>{t("ads.approved", by(draft.approver?.username, draft.approved_at))}</p>}
    </div>
  );
}
